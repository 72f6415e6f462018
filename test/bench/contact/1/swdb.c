// SPDX-License-Identifier: Apache-2.0
/* swdb - Smith-Waterman search of a protein query set against a database
 * (affine gaps, BLOSUM62).  Sequences are generated, queries are mutated
 * fragments of database entries so that there is something to find. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NAA 20
#define GAP_OPEN 11
#define GAP_EXT 1
#define MAX(a,b) ((a) > (b) ? (a) : (b))

static const char *aa = "ARNDCQEGHILKMFPSTWYV";

static const signed char blosum62[NAA][NAA] = {
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
  { 0,-3,-3,-3,-1,-2,-2,-3,-3, 3, 1,-2, 1,-1,-2,-2, 0,-3,-1, 4}
};

typedef struct {
  int  len;
  char *res;          /* residue codes 0..19 */
} seq_t;

typedef struct {
  int score;
  int target;
} hit_t;

static unsigned long rng = 88172645463325252UL;

static int irand(int n)
{
  rng ^= rng << 13;
  rng ^= rng >> 7;
  rng ^= rng << 17;
  return (int)((rng >> 11) % n);
}

static seq_t random_seq(int len)
{
  seq_t s;
  s.len = len;
  s.res = malloc(len);
  for (int i = 0; i < len; i++)
    s.res[i] = irand(NAA);
  return s;
}

static seq_t mutate(const seq_t *src, int from, int len)
{
  seq_t s;
  s.res = malloc(2 * len);
  s.len = 0;
  for (int i = from; i < from + len && i < src->len; i++) {
    int r = irand(100);
    if (r < 4) continue;                        /* deletion */
    if (r < 8) s.res[s.len++] = irand(NAA);     /* insertion */
    s.res[s.len++] = r < 30 ? irand(NAA) : src->res[i];
  }
  return s;
}

/* best local score, linear space */
static int sw_score(const seq_t *q, const seq_t *t, int *H, int *E)
{
  int best = 0;
  for (int j = 0; j <= q->len; j++) {
    H[j] = 0;
    E[j] = -10000;
  }
  for (int i = 1; i <= t->len; i++) {
    const signed char *row = blosum62[(int)t->res[i - 1]];
    int diag = 0, F = -10000;
    for (int j = 1; j <= q->len; j++) {
      E[j] = MAX(E[j] - GAP_EXT, H[j] - GAP_OPEN);
      F = MAX(F - GAP_EXT, H[j - 1] - GAP_OPEN);
      int h = diag + row[(int)q->res[j - 1]];
      h = MAX(h, 0);
      h = MAX(h, E[j]);
      h = MAX(h, F);
      diag = H[j];
      H[j] = h;
      if (h > best) best = h;
    }
  }
  return best;
}

static int by_score(const void *a, const void *b)
{
  const hit_t *x = a, *y = b;
  if (x->score != y->score) return y->score - x->score;
  return x->target - y->target;
}

int main(int argc, char **argv)
{
  int ndb = argc > 1 ? atoi(argv[1]) : 1600;
  int nq  = argc > 2 ? atoi(argv[2]) : 4;
  int i, q;
  long total = 0;
  struct timespec t0, t1;
  seq_t *db = malloc(ndb * sizeof(seq_t));
  seq_t *query = malloc(nq * sizeof(seq_t));
  hit_t *hits = malloc(ndb * sizeof(hit_t));

  for (i = 0; i < ndb; i++)
    db[i] = random_seq(100 + irand(600));
  for (q = 0; q < nq; q++)
    query[q] = mutate(&db[irand(ndb)], 5, 250);

  clock_gettime(CLOCK_MONOTONIC, &t0);
  for (q = 0; q < nq; q++) {
    int *H = malloc((query[q].len + 1) * sizeof(int));
    int *E = malloc((query[q].len + 1) * sizeof(int));
    for (i = 0; i < ndb; i++) {
      hits[i].target = i;
      hits[i].score = sw_score(&query[q], &db[i], H, E);
    }
    qsort(hits, ndb, sizeof(hit_t), by_score);
    printf("query %d (%d aa, %c%c%c...):", q, query[q].len,
           aa[(int)query[q].res[0]], aa[(int)query[q].res[1]], aa[(int)query[q].res[2]]);
    for (i = 0; i < 3 && i < ndb; i++)
      printf("  #%d=%d", hits[i].target, hits[i].score);
    printf("\n");
    for (i = 0; i < ndb; i++)
      total += (long)hits[i].score * (i % 7 + 1);
    free(H);
    free(E);
  }
  clock_gettime(CLOCK_MONOTONIC, &t1);
  fprintf(stderr, "search took %.3f s\n",
          (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (t1.tv_nsec - t0.tv_nsec));
  printf("checksum %ld\n", total);

  for (i = 0; i < ndb; i++) free(db[i].res);
  for (q = 0; q < nq; q++) free(query[q].res);
  free(db);
  free(query);
  free(hits);
  return 0;
}
