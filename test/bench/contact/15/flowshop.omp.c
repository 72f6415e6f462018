/* Permutation flow shop: NEH construction followed by tabu search over the
   complete swap neighbourhood.  Taillard style random instance. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#include <time.h>

#define MAXJ 200
#define MAXM 40

static int nj, nm;
static int ptime[MAXJ][MAXM];
static int tabu[MAXJ][MAXJ];
static long taillard_seed = 873654221;

static int unif(int low, int high)
{
  long m = 2147483647L, a = 16807L, b = 127773L, c = 2836L;
  long k = taillard_seed / b;
  taillard_seed = a * (taillard_seed % b) - k * c;
  if (taillard_seed < 0)
    taillard_seed += m;
  return low + (int)((double)taillard_seed / m * (high - low + 1));
}

static int makespan(const int *perm, int n)
{
  int t[MAXM];
  memset(t, 0, sizeof t);
  for (int i = 0; i < n; i++) {
    const int *p = ptime[perm[i]];
    int left = t[0] += p[0];
    for (int m = 1; m < nm; m++) {
      int up = t[m];
      left = (up > left ? up : left) + p[m];
      t[m] = left;
    }
  }
  return t[nm - 1];
}

static int job_total(int j)
{
  int s = 0;
  for (int m = 0; m < nm; m++)
    s += ptime[j][m];
  return s;
}

static int longer_first(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  int d = job_total(y) - job_total(x);
  return d ? d : x - y;
}

static void neh(int *perm)
{
  int order[MAXJ], trial[MAXJ], n = 0;
  for (int j = 0; j < nj; j++)
    order[j] = j;
  qsort(order, nj, sizeof(int), longer_first);
  for (int k = 0; k < nj; k++) {
    int best = INT_MAX, where = 0;
    for (int pos = 0; pos <= n; pos++) {
      memcpy(trial, perm, pos * sizeof(int));
      trial[pos] = order[k];
      memcpy(trial + pos + 1, perm + pos, (n - pos) * sizeof(int));
      int c = makespan(trial, n + 1);
      if (c < best) {
        best = c;
        where = pos;
      }
    }
    memmove(perm + where + 1, perm + where, (n - where) * sizeof(int));
    perm[where] = order[k];
    n++;
  }
}

static void swap(int *p, int a, int b)
{
  int t = p[a];
  p[a] = p[b];
  p[b] = t;
}

struct move { int c, a, b; };

/* all swaps of position a with later ones; p is the caller's own copy */
static __attribute__((noinline)) struct move scan_row(int *p, int a, int it, int bestc)
{
  struct move m = { INT_MAX, -1, -1 };
  for (int b = a + 1; b < nj; b++) {
    swap(p, a, b);
    int c = makespan(p, nj);
    swap(p, a, b);
    if (tabu[p[a]][b] >= it && tabu[p[b]][a] >= it && c >= bestc)
      continue;
    if (c < m.c)
      m = (struct move){ c, a, b };
  }
  return m;
}

static int tabu_search(int *perm, int iterations)
{
  int best[MAXJ], bestc = makespan(perm, nj), improved = 0;
  memcpy(best, perm, nj * sizeof(int));
  for (int it = 1; it <= iterations; it++) {
    struct move row[MAXJ];
#pragma omp parallel
    {
      int p[MAXJ];
      memcpy(p, perm, nj * sizeof(int));
#pragma omp for schedule(dynamic, 4)
      for (int a = 0; a < nj - 1; a++)
        row[a] = scan_row(p, a, it, bestc);
    }
    int mc = INT_MAX, ma = -1, mb = -1;
    for (int a = 0; a < nj - 1; a++)
      if (row[a].c < mc) {
        mc = row[a].c;
        ma = row[a].a;
        mb = row[a].b;
      }
    if (ma < 0)
      continue;
    tabu[perm[ma]][ma] = it + 8 + unif(0, 6);
    tabu[perm[mb]][mb] = it + 8 + unif(0, 6);
    swap(perm, ma, mb);
    if (mc < bestc) {
      bestc = mc;
      memcpy(best, perm, nj * sizeof(int));
      improved = it;
    }
    if (it % 50 == 0)
      printf("iteration %4d current %d best %d\n", it, mc, bestc);
  }
  memcpy(perm, best, nj * sizeof(int));
  printf("last improvement in iteration %d\n", improved);
  return bestc;
}

int main(int argc, char **argv)
{
  int perm[MAXJ];
  nj = argc > 1 ? atoi(argv[1]) : 80;
  nm = argc > 2 ? atoi(argv[2]) : 20;
  int iterations = argc > 3 ? atoi(argv[3]) : 400;
  if (nj < 2 || nj > MAXJ || nm < 1 || nm > MAXM) {
    fprintf(stderr, "usage: flowshop jobs(<=%d) machines(<=%d) iterations\n", MAXJ, MAXM);
    return 1;
  }
  for (int m = 0; m < nm; m++)
    for (int j = 0; j < nj; j++)
      ptime[j][m] = unif(1, 99);

  clock_t c0 = clock();
  neh(perm);
  printf("NEH makespan %d\n", makespan(perm, nj));
  int c = tabu_search(perm, iterations);
  fprintf(stderr, "cpu %.3f s\n", (double)(clock() - c0) / CLOCKS_PER_SEC);
  printf("best %d:", c);
  for (int i = 0; i < nj; i++)
    printf(" %d", perm[i]);
  printf("\n");
  return 0;
}
