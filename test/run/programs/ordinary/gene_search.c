// Searches genes in a library: seeds by hashed words, Smith-Waterman with affine gaps on the candidates, tracebacks.
// ARGS: 12 120
// BENCH: 160 1200
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD 6
#define TABLE 4096
#define MATCH 5
#define MISMATCH -4
#define OPEN -10
#define EXTEND -1
#define LOW -100000

struct gene {
  char *letters;
  int length;
};

struct alignment {
  int gene, score, endA, endB, identities, columns;
};

static unsigned seed = 2024;

static unsigned next(unsigned limit) {
  seed = seed * 22695477u + 1u;
  return (seed >> 16) % limit;
}

static int code(char c) {
  switch (c) {
  case 'A':
    return 0;
  case 'C':
    return 1;
  case 'G':
    return 2;
  default:
    return 3;
  }
}

static struct gene randomGene(int length) {
  struct gene g = {malloc(length + 1), length};
  for (int i = 0; i < length; i++)
    g.letters[i] = "ACGT"[next(4)];
  g.letters[length] = '\0';
  return g;
}

/* A relative: most letters kept, some changed, left out or put in. */
static struct gene mutate(const struct gene *from, int percent) {
  struct gene g = {malloc(2 * from->length + 1), 0};
  for (int i = 0; i < from->length; i++) {
    unsigned r = next(100);
    if (r >= (unsigned)percent)
      g.letters[g.length++] = from->letters[i];
    else if (r % 3 == 0)
      g.letters[g.length++] = "ACGT"[next(4)];
    else if (r % 3 == 1) {
      g.letters[g.length++] = from->letters[i];
      g.letters[g.length++] = "ACGT"[next(4)];
    }
  }
  g.letters[g.length] = '\0';
  return g;
}

static unsigned wordAt(const char *p) {
  unsigned w = 0;
  for (int i = 0; i < WORD; i++)
    w = w << 2 | code(p[i]);
  return w;
}

static void countWords(const struct gene *g, unsigned short *counts) {
  memset(counts, 0, TABLE * sizeof *counts);
  for (int i = 0; i + WORD <= g->length; i++)
    counts[wordAt(g->letters + i)]++;
}

static int sharedWords(const unsigned short *counts, const struct gene *g) {
  int shared = 0;
  for (int i = 0; i + WORD <= g->length; i++)
    if (counts[wordAt(g->letters + i)])
      shared++;
  return shared;
}

static int larger(int a, int b) { return a > b ? a : b; }

/* Best local score, row by row. */
static struct alignment align(const struct gene *a, const struct gene *b, int *row, int *gapDown) {
  struct alignment best = {0};
  for (int j = 0; j <= b->length; j++) {
    row[j] = 0;
    gapDown[j] = LOW;
  }
  for (int i = 1; i <= a->length; i++) {
    int diagonal = row[0], gapRight = LOW;
    for (int j = 1; j <= b->length; j++) {
      int score = diagonal + (a->letters[i - 1] == b->letters[j - 1] ? MATCH : MISMATCH);
      diagonal = row[j];
      gapDown[j] = larger(gapDown[j] + EXTEND, row[j] + OPEN);
      gapRight = larger(gapRight + EXTEND, row[j - 1] + OPEN);
      score = larger(score, 0);
      score = larger(score, gapDown[j]);
      score = larger(score, gapRight);
      row[j] = score;
      if (score > best.score) {
        best.score = score;
        best.endA = i;
        best.endB = j;
      }
    }
  }
  return best;
}

/* The whole matrix, for the alignment itself (linear gaps). */
static void traceBack(const struct gene *a, const struct gene *b, struct alignment *result) {
  int width = b->length + 1;
  int *m = calloc((size_t)(a->length + 1) * width, sizeof *m);
  int bestI = 0, bestJ = 0;
  for (int i = 1; i <= a->length; i++)
    for (int j = 1; j <= b->length; j++) {
      int score = m[(i - 1) * width + j - 1] + (a->letters[i - 1] == b->letters[j - 1] ? MATCH : MISMATCH);
      int up = m[(i - 1) * width + j] - 6, left = m[i * width + j - 1] - 6;
      if (up > score)
        score = up;
      if (left > score)
        score = left;
      m[i * width + j] = score > 0 ? score : 0;
      if (m[i * width + j] > m[bestI * width + bestJ]) {
        bestI = i;
        bestJ = j;
      }
    }
  int i = bestI, j = bestJ;
  result->identities = result->columns = 0;
  while (i > 0 && j > 0 && m[i * width + j] > 0) {
    int same = a->letters[i - 1] == b->letters[j - 1];
    result->columns++;
    if (m[i * width + j] == m[(i - 1) * width + j - 1] + (same ? MATCH : MISMATCH)) {
      result->identities += same;
      i--;
      j--;
    } else if (m[i * width + j] == m[(i - 1) * width + j] - 6)
      i--;
    else
      j--;
  }
  free(m);
}

static int byScore(const void *a, const void *b) {
  const struct alignment *x = a, *y = b;
  if (x->score != y->score)
    return y->score - x->score;
  return x->gene - y->gene;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 40, length = argc > 2 ? atoi(argv[2]) : 300;
  struct gene *library = malloc(count * sizeof *library);
  struct alignment *found = calloc(count, sizeof *found);
  unsigned short *counts = malloc(TABLE * sizeof *counts);
  struct gene query = randomGene(length);
  for (int g = 0; g < count; g++)
    library[g] = g % 3 == 0 ? mutate(&query, 5 + g % 40) : randomGene(length + (int)next(50));
  countWords(&query, counts);

  int candidates = 0;
  for (int g = 0; g < count; g++)
    if (sharedWords(counts, &library[g]) > length / 50)
      found[candidates++].gene = g;
  for (int c = 0; c < candidates; c++) {
    const struct gene *g = &library[found[c].gene];
    int *row = malloc((g->length + 1) * sizeof *row), *gap = malloc((g->length + 1) * sizeof *gap);
    int which = found[c].gene;
    found[c] = align(&query, g, row, gap);
    found[c].gene = which;
    free(row);
    free(gap);
  }
  qsort(found, candidates, sizeof *found, byScore);
  for (int c = 0; c < candidates && c < 8; c++) {
    traceBack(&query, &library[found[c].gene], &found[c]);
    printf("gene %d score %d ends %d %d: %d of %d the same\n", found[c].gene, found[c].score, found[c].endA,
           found[c].endB, found[c].identities, found[c].columns);
  }
  int letters[4] = {0};
  for (int g = 0; g < count; g++)
    for (const char *p = library[g].letters; *p; p++)
      letters[code(*p)]++;
  printf("candidates %d letters %d %d %d %d\n", candidates, letters[0], letters[1], letters[2], letters[3]);
  for (int g = 0; g < count; g++)
    free(library[g].letters);
  free(query.letters);
  free(counts);
  free(found);
  free(library);
  return 0;
}
