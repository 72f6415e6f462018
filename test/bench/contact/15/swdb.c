// swdb: Smith-Waterman database search with affine gaps (BLOSUM62).
// Generates a synthetic protein database with a few planted homologs and
// reports the best hits.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define MAXLEN 2048
#define GAP_OPEN 11
#define GAP_EXT 1
#define TOP 10

static const char alphabet[] = "ARNDCQEGHILKMFPSTWYV";
static const signed char blosum62[20][20] = {
  { 4,-1,-2,-2, 0,-1,-1, 0,-2,-1,-1,-1,-1,-2,-1, 1, 0,-3,-2, 0},
  {-1, 5, 0,-2,-3, 1, 0,-2, 0,-3,-2, 2,-1,-3,-2,-1,-1,-3,-2,-3},
  {-2, 0, 6, 1,-3, 0, 0, 0, 1,-3,-3, 0,-2,-3,-2, 1, 0,-4,-2,-3},
  {-2,-2, 1, 6,-3, 0, 2,-1,-1,-3,-4,-1,-3,-3,-1, 0,-1,-4,-3,-3},
  { 0,-3,-3,-3, 9,-3,-4,-3,-3,-1,-1,-3,-1,-2,-3,-1,-1,-2,-2,-1},
  {-1, 1, 0, 0,-3, 5, 2,-2, 0,-3,-2, 1, 0,-3,-1, 0,-1,-2,-1,-2},
  {-1, 0, 0, 2,-4, 2, 5,-2, 0,-3,-3, 1,-2,-3,-1, 0,-1,-3,-2,-2},
  { 0,-2, 0,-1,-3,-2,-2, 6,-2,-4,-4,-2,-3,-3,-2, 0,-2,-2,-3,-3},
  {-2, 0, 1,-1,-3, 0, 0,-2, 8,-3,-3,-1,-2,-1,-2,-1,-2,-2, 2,-3},
  {-1,-3,-3,-3,-1,-3,-3,-4,-3, 4, 2,-3, 1, 0,-3,-2,-1,-3,-1, 3},
  {-1,-2,-3,-4,-1,-2,-3,-4,-3, 2, 4,-2, 2, 0,-3,-2,-1,-2,-1, 1},
  {-1, 2, 0,-1,-3, 1, 1,-2,-1,-3,-2, 5,-1,-3,-1, 0,-1,-3,-2,-2},
  {-1,-1,-2,-3,-1, 0,-2,-3,-2, 1, 2,-1, 5, 0,-2,-1,-1,-1,-1, 1},
  {-2,-3,-3,-3,-2,-3,-3,-3,-1, 0, 0,-3, 0, 6,-4,-2,-2, 1, 3,-1},
  {-1,-2,-2,-1,-3,-1,-1,-2,-2,-3,-3,-1,-2,-4, 7,-1,-1,-4,-3,-2},
  { 1,-1, 1, 0,-1, 0, 0, 0,-1,-2,-2, 0,-1,-2,-1, 4, 1,-3,-2,-2},
  { 0,-1, 0,-1,-1,-1,-1,-2,-2,-1,-1,-1,-1,-2,-1, 1, 5,-2,-2, 0},
  {-3,-3,-4,-4,-2,-2,-3,-2,-2,-3,-2,-3,-1, 1,-4,-3,-2,11, 2,-3},
  {-2,-2,-2,-3,-2,-1,-2,-3, 2,-1,-1,-2,-1, 3,-3,-2,-2, 2, 7,-1},
  { 0,-3,-3,-3,-1,-2,-2,-3,-3, 3, 1,-2, 1,-1,-2,-2, 0,-3,-1, 4},
};

struct seq { char name[16]; int len; unsigned char *res; };
struct hit { int idx, score, qend, dend; };

static int H[MAXLEN + 1], E[MAXLEN + 1];
static unsigned long long rs = 12345;

static unsigned rnd(void) {
  rs = rs * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)(rs >> 33);
}

static void random_seq(struct seq *s, int id, int len) {
  snprintf(s->name, sizeof s->name, "SYN%05d", id);
  s->len = len;
  s->res = malloc(len);
  for (int i = 0; i < len; i++) s->res[i] = rnd() % 20;
}

static void plant(struct seq *s, const struct seq *q, int percent) {
  int off = q->len / 5, n = q->len / 2;
  if (s->len < n) n = s->len;
  int at = rnd() % (s->len - n + 1);
  for (int i = 0; i < n; i++)
    if ((int)(rnd() % 100) < percent) s->res[at + i] = q->res[off + i];
}

static struct hit align(const struct seq *q, const struct seq *d) {
  struct hit best = { 0, 0, 0, 0 };
  for (int j = 0; j <= q->len; j++) { H[j] = 0; E[j] = -1000; }
  for (int i = 1; i <= d->len; i++) {
    const signed char *row = blosum62[d->res[i - 1]];
    int diag = 0, F = -1000;
    for (int j = 1; j <= q->len; j++) {
      int h = diag + row[q->res[j - 1]];
      diag = H[j];
      E[j] = (H[j] - GAP_OPEN > E[j] - GAP_EXT) ? H[j] - GAP_OPEN : E[j] - GAP_EXT;
      F = (H[j - 1] - GAP_OPEN > F - GAP_EXT) ? H[j - 1] - GAP_OPEN : F - GAP_EXT;
      if (E[j] > h) h = E[j];
      if (F > h) h = F;
      if (h < 0) h = 0;
      H[j] = h;
      if (h > best.score) { best.score = h; best.qend = j; best.dend = i; }
    }
  }
  return best;
}

static int cmp_hit(const void *a, const void *b) {
  const struct hit *x = a, *y = b;
  if (x->score != y->score) return y->score - x->score;
  return x->idx - y->idx;
}

int main(int argc, char **argv) {
  int ndb = argc > 1 ? atoi(argv[1]) : 2300;
  int qlen = argc > 2 ? atoi(argv[2]) : 400;
  if (qlen > MAXLEN || qlen < 10 || ndb < 1) { fprintf(stderr, "bad arguments\n"); return 1; }

  struct seq query, *db = malloc(ndb * sizeof *db);
  struct hit *hits = malloc(ndb * sizeof *hits);
  random_seq(&query, 0, qlen);
  for (int i = 0; i < ndb; i++) {
    random_seq(&db[i], i + 1, 80 + rnd() % 700);
    if (i % 97 == 13) plant(&db[i], &query, 30 + rnd() % 60);
  }

  struct timespec t0, t1;
  long long cells = 0;
  clock_gettime(CLOCK_MONOTONIC, &t0);
  for (int i = 0; i < ndb; i++) {
    hits[i] = align(&query, &db[i]);
    hits[i].idx = i;
    cells += (long long)query.len * db[i].len;
  }
  clock_gettime(CLOCK_MONOTONIC, &t1);
  double sec = (t1.tv_sec - t0.tv_sec) + (t1.tv_nsec - t0.tv_nsec) * 1e-9;
  fprintf(stderr, "%.3f s, %.1f MCUPS\n", sec, cells / sec / 1e6);

  double sum = 0;
  for (int i = 0; i < ndb; i++) sum += hits[i].score;
  printf("%d sequences, %lld cells, mean score %.3f\n", ndb, cells, sum / ndb);
  qsort(hits, ndb, sizeof *hits, cmp_hit);
  for (int i = 0; i < TOP && i < ndb; i++) {
    struct seq *s = &db[hits[i].idx];
    double bits = (0.267 * hits[i].score - log(0.041)) / log(2.0);
    printf("%-10s len %4d score %4d bits %6.1f  q..%d d..%d  ", s->name, s->len,
           hits[i].score, bits, hits[i].qend, hits[i].dend);
    for (int k = hits[i].dend - 8 < 0 ? 0 : hits[i].dend - 8; k < hits[i].dend; k++)
      putchar(alphabet[s->res[k]]);
    putchar('\n');
  }
  for (int i = 0; i < ndb; i++) free(db[i].res);
  free(db); free(hits); free(query.res);
  return 0;
}
