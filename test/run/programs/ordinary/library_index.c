// An index of a library of texts: words in a hash table, postings, queries with ranking, similar texts, compression.
// ARGS: 20 200
// BENCH: 900 2500
// FLAGS: -lm
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 4096

struct posting {
  int text, count;
};

struct word {
  char *letters;
  struct posting *postings;
  int used, room;
  int total;
  struct word *next;
};

struct index {
  struct word *bucket[BUCKETS];
  int words;
};

struct text {
  char *content;
  int length, words;
  double norm;
};

static unsigned state = 77;

static unsigned roll(unsigned limit) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state % limit;
}

static void inventWord(unsigned number, char *out) {
  static const char *syllable[] = {"ka", "ro", "mi", "ten", "la", "su", "per", "no", "di", "vo", "ri", "ba", "lem", "ost", "un", "e"};
  out[0] = '\0';
  do {
    strcat(out, syllable[number % 16]);
    number /= 16;
  } while (number);
}

static struct text writeText(int words, int theme) {
  struct text t = {malloc(words * 16 + 1), 0, words, 0};
  for (int i = 0; i < words; i++) {
    char w[40];
    unsigned r = roll(1000);
    unsigned number = r < 300 ? r % 20 : r < 600 ? 100 * (theme + 1) + r % 50 : roll(3000);
    inventWord(number, w);
    if (roll(12) == 0)
      w[0] = (char)toupper((unsigned char)w[0]);
    t.length += sprintf(t.content + t.length, "%s%s", w, roll(10) == 0 ? ". " : " ");
  }
  return t;
}

static unsigned hashWord(const char *w, int length) {
  unsigned h = 5381;
  for (int i = 0; i < length; i++)
    h = h * 33 + (unsigned char)tolower((unsigned char)w[i]);
  return h % BUCKETS;
}

static int sameWord(const char *a, const char *b, int length) {
  for (int i = 0; i < length; i++)
    if (a[i] != tolower((unsigned char)b[i]))
      return 0;
  return a[length] == '\0';
}

static struct word *findWord(struct index *index, const char *w, int length, int create) {
  unsigned h = hashWord(w, length);
  struct word *p;
  for (p = index->bucket[h]; p; p = p->next)
    if (sameWord(p->letters, w, length))
      return p;
  if (!create)
    return NULL;
  p = calloc(1, sizeof *p);
  p->letters = malloc(length + 1);
  for (int i = 0; i < length; i++)
    p->letters[i] = (char)tolower((unsigned char)w[i]);
  p->letters[length] = '\0';
  p->next = index->bucket[h];
  index->bucket[h] = p;
  index->words++;
  return p;
}

static void note(struct word *w, int text) {
  if (w->used && w->postings[w->used - 1].text == text) {
    w->postings[w->used - 1].count++;
  } else {
    if (w->used == w->room) {
      w->room = w->room ? 2 * w->room : 4;
      w->postings = realloc(w->postings, w->room * sizeof *w->postings);
    }
    w->postings[w->used].text = text;
    w->postings[w->used].count = 1;
    w->used++;
  }
  w->total++;
}

static void indexText(struct index *index, const struct text *t, int number) {
  const char *p = t->content;
  while (*p) {
    while (*p && !isalpha((unsigned char)*p))
      p++;
    const char *start = p;
    while (isalpha((unsigned char)*p))
      p++;
    if (p > start)
      note(findWord(index, start, (int)(p - start), 1), number);
  }
}

static double weightOf(const struct word *w, int count, int texts) {
  return (1 + log(count)) * log((double)texts / w->used + 1);
}

static void computeNorms(const struct index *index, struct text *texts, int count) {
  for (int b = 0; b < BUCKETS; b++)
    for (const struct word *w = index->bucket[b]; w; w = w->next)
      for (int k = 0; k < w->used; k++) {
        double v = weightOf(w, w->postings[k].count, count);
        texts[w->postings[k].text].norm += v * v;
      }
  for (int i = 0; i < count; i++)
    texts[i].norm = sqrt(texts[i].norm);
}

static int query(struct index *index, const struct text *texts, int count, const char *words, double *score) {
  const char *p = words;
  for (int i = 0; i < count; i++)
    score[i] = 0;
  while (*p) {
    int length = (int)strcspn(p, " ");
    struct word *w = findWord(index, p, length, 0);
    if (w)
      for (int k = 0; k < w->used; k++)
        score[w->postings[k].text] += weightOf(w, w->postings[k].count, count);
    p += length;
    while (*p == ' ')
      p++;
  }
  int best = 0;
  for (int i = 0; i < count; i++) {
    score[i] /= texts[i].norm;
    if (score[i] > score[best])
      best = i;
  }
  return best;
}

/* Letters that two texts share in short windows: a rough similarity. */
static int similarity(const struct text *a, const struct text *b) {
  int seen[676] = {0}, shared = 0;
  for (int i = 0; i + 1 < a->length; i++)
    if (islower((unsigned char)a->content[i]) && islower((unsigned char)a->content[i + 1]))
      seen[(a->content[i] - 'a') * 26 + a->content[i + 1] - 'a']++;
  for (int i = 0; i + 1 < b->length; i++)
    if (islower((unsigned char)b->content[i]) && islower((unsigned char)b->content[i + 1])) {
      int *slot = &seen[(b->content[i] - 'a') * 26 + b->content[i + 1] - 'a'];
      if (*slot > 0) {
        --*slot;
        shared++;
      }
    }
  return shared;
}

/* Bytes of the postings with differences coded in sevens of bits. */
static long packedSize(const struct index *index) {
  long bytes = 0;
  for (int b = 0; b < BUCKETS; b++)
    for (const struct word *w = index->bucket[b]; w; w = w->next) {
      int last = -1;
      for (int k = 0; k < w->used; k++) {
        unsigned gap = (unsigned)(w->postings[k].text - last);
        last = w->postings[k].text;
        do {
          bytes++;
          gap >>= 7;
        } while (gap);
        bytes++;
      }
    }
  return bytes;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 50, words = argc > 2 ? atoi(argv[2]) : 500;
  static struct index index;
  struct text *texts = malloc(count * sizeof *texts);
  double *score = malloc(count * sizeof *score);
  for (int i = 0; i < count; i++)
    texts[i] = writeText(words, i % 8);
  for (int i = 0; i < count; i++)
    indexText(&index, &texts[i], i);
  computeNorms(&index, texts, count);
  printf("%d words, %ld bytes of postings\n", index.words, packedSize(&index));
  static const char *queries[] = {"mi ten rola", "karo dika vo", "lemba unsu", "per nosu ka"};
  for (int q = 0; q < 4; q++) {
    int best = query(&index, texts, count, queries[q], score);
    printf("'%s': text %d, %.9f\n", queries[q], best, score[best]);
  }
  int closest = 0, closestScore = -1;
  for (int i = 1; i < count; i++) {
    int s = similarity(&texts[0], &texts[i]);
    if (s > closestScore) {
      closestScore = s;
      closest = i;
    }
  }
  printf("closest to 0: %d (%d)\n", closest, closestScore);
  for (int b = 0; b < BUCKETS; b++)
    while (index.bucket[b]) {
      struct word *next = index.bucket[b]->next;
      free(index.bucket[b]->letters);
      free(index.bucket[b]->postings);
      free(index.bucket[b]);
      index.bucket[b] = next;
    }
  for (int i = 0; i < count; i++)
    free(texts[i].content);
  free(score);
  free(texts);
  return 0;
}
