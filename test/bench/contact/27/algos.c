/* algos.c -- all the lectures of the term in one run
 *
 *   1 merge sort on a linked list   2 longest common subsequence   3 queens
 *   4 all pairs shortest paths      5 optimal matrix chain
 *
 * algos [lecture [size]]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>

typedef unsigned long ulong_t;

typedef struct node { int key, tag; struct node *next; } node;

typedef struct { const char *title; ulong_t (*demo)(int n); int size, smallest; } lecture;

static unsigned seed;

static int dice(int n) {
  seed = seed * 69069u + 1u;
  return (int)((seed >> 9) % (unsigned)n);
}

static void *alloc(size_t n) {
  void *p = calloc(n ? n : 1, 1);
  if (p == NULL) { printf("not enough memory for %zu bytes\n", n); exit(EXIT_FAILURE); }
  return p;
}

static ulong_t hash(ulong_t h, long v) { return (h ^ (ulong_t)v) * 1099511628211UL; }

/* ---------- 1: merge sort ---------- */

static ulong_t comparisons;

static node *merge(node *a, node *b) {
  node head, *t = &head;
  while (a && b) {
    comparisons++;
    if (a->key <= b->key) { t->next = a; t = a; a = a->next; }
    else { t->next = b; t = b; b = b->next; }
  }
  t->next = a ? a : b;
  return head.next;
}

static node *merge_sort(node *list, int n) {
  node *second, *last = list;
  int i;
  if (n <= 1) return list;
  for (i = 1; i < n / 2; i++) last = last->next;
  second = last->next; last->next = NULL;
  return merge(merge_sort(list, n / 2), merge_sort(second, n - n / 2));
}

static ulong_t demo_sort(int n) {
  node *pool = alloc(n * sizeof *pool), *p;
  ulong_t h = 1;
  int i, bad = 0;
  for (i = 0; i < n; i++) {
    pool[i].key = dice(n); pool[i].tag = i; pool[i].next = i + 1 < n ? &pool[i + 1] : NULL;
  }
  comparisons = 0;
  p = merge_sort(pool, n);
  for (; p; p = p->next) {
    h = hash(h, p->tag);
    if (p->next && p->key > p->next->key) bad++;
  }
  printf("   %d keys, %lu comparisons, %d out of order\n", n, comparisons, bad);
  free(pool);
  return h;
}

/* ---------- 2: longest common subsequence ---------- */

static ulong_t demo_lcs(int n) {
  char *x = alloc(n + 1), *y = alloc(n + 1), *out;
  unsigned short *t = alloc((size_t)(n + 1) * (n + 1) * sizeof *t);
  int i, j, k, w = n + 1;
  ulong_t h = 2;
  for (i = 0; i < n; i++) x[i] = "ACGT"[dice(4)];
  for (i = 0; i < n; i++) y[i] = dice(5) ? x[i] : "ACGT"[dice(4)];
  x[n] = y[n] = 0;
  for (i = 0; i <= n; i++) t[i] = t[(size_t)i * w] = 0;
  for (i = 1; i <= n; i++)
    for (j = 1; j <= n; j++)
      if (x[i - 1] == y[j - 1])
        t[(size_t)i * w + j] = t[(size_t)(i - 1) * w + j - 1] + 1;
      else if (t[(size_t)(i - 1) * w + j] >= t[(size_t)i * w + j - 1])
        t[(size_t)i * w + j] = t[(size_t)(i - 1) * w + j];
      else
        t[(size_t)i * w + j] = t[(size_t)i * w + j - 1];
  k = t[(size_t)n * w + n];
  out = alloc(k + 1);
  out[k] = 0;
  for (i = j = n; k > 0;)
    if (x[i - 1] == y[j - 1]) { out[--k] = x[i - 1]; h = hash(h, i * 7L + j); i--; j--; }
    else if (t[(size_t)(i - 1) * w + j] >= t[(size_t)i * w + j - 1]) i--;
    else j--;
  printf("   length %zu: %.24s...\n", strlen(out), out);
  free(x); free(y); free(t); free(out);
  return h;
}

/* ---------- 3: queens ---------- */

static int queen[12];           /* column of the queen in each row */
static long boards, tried;
static ulong_t queens_hash;

static int attacked(int row, int col) {
  int r;
  for (r = 0; r < row; r++)
    if (queen[r] == col || queen[r] - col == row - r || col - queen[r] == row - r) return 1;
  return 0;
}

static void try_row(int row, int n) {
  int c;
  if (row == n) {
    boards++;
    for (c = 0; c < n; c++) queens_hash += (ulong_t)((c + 3) * queen[c]) * (ulong_t)queen[(c + 1) % n];
    return;
  }
  for (c = 0; c < n; c++) {
    tried++;
    if (attacked(row, c)) continue;
    queen[row] = c;
    try_row(row + 1, n);
  }
}

static ulong_t demo_queens(int n) {
  if (n > 12) n = 12;           /* do not wait for the next term */
  boards = tried = 0; queens_hash = 3;
  try_row(0, n);
  printf("   %ld boards of %d queens, %ld squares tried\n", boards, n, tried);
  return hash(queens_hash, boards);
}

/* ---------- 4: Floyd and Warshall ---------- */

static ulong_t demo_paths(int n) {
  int *d = alloc((size_t)n * n * sizeof *d), *via = alloc((size_t)n * n * sizeof *via);
  int i, j, k, far = 0;
  ulong_t h = 4;
  for (i = 0; i < n * n; i++) { d[i] = i / n == i % n ? 0 : 1000000; via[i] = -1; }
  for (k = 0; k < 5 * n; k++) {
    i = dice(n); j = dice(n);
    if (i != j) d[i * n + j] = 1 + dice(100);
  }
  for (k = 0; k < n; k++)
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++)
        if (d[i * n + k] + d[k * n + j] < d[i * n + j]) {
          d[i * n + j] = d[i * n + k] + d[k * n + j]; via[i * n + j] = k;
        }
  for (i = 0; i < n * n; i++) {
    if (d[i] < 1000000 && d[i] > d[far]) far = i;
    h = hash(h, (long)d[i] * n + via[i]);
  }
  printf("   farthest: %d to %d, distance %d, via %d\n", far / n, far % n, d[far], via[far]);
  free(d); free(via);
  return h;
}

/* ---------- 5: matrix chain ---------- */

static void brackets(const int *cut, int n, int i, int j, int depth, long *sum) {
  *sum = *sum * 3 % 1000003 + depth * (j - i + 1);
  if (i == j) return;
  brackets(cut, n, i, cut[i * n + j], depth + 1, sum);
  brackets(cut, n, cut[i * n + j] + 1, j, depth + 1, sum);
}

static ulong_t demo_chain(int n) {
  long *m = alloc((size_t)n * n * sizeof *m), best, c, sum = 0;
  int *cut = alloc((size_t)n * n * sizeof *cut), *dim = alloc((n + 1) * sizeof *dim), i, j, k, len;
  for (i = 0; i <= n; i++) dim[i] = 5 + dice(90);
  for (i = 0; i < n; i++) m[i * n + i] = 0;
  for (len = 2; len <= n; len++)
    for (i = 0; i + len <= n; i++) {
      j = i + len - 1;
      best = LONG_MAX;
      for (k = i; k < j; k++) {
        c = m[i * n + k] + m[(k + 1) * n + j] + (long)dim[i] * dim[k + 1] * dim[j + 1];
        if (c < best) { best = c; cut[i * n + j] = k; }
      }
      m[i * n + j] = best;
    }
  brackets(cut, n, 0, n - 1, 0, &sum);
  best = m[n - 1];
  printf("   %d matrices need %ld multiplications, brackets %ld\n", n, best, sum);
  free(m); free(cut); free(dim);
  return hash(hash(5, best), sum);
}

static const lecture course[] = {
  { "merge sort", demo_sort, 700000, 1 }, { "longest common subsequence", demo_lcs, 6000, 24 },
  { "queens", demo_queens, 11, 4 }, { "shortest paths", demo_paths, 450, 2 },
  { "matrix chain", demo_chain, 600, 2 }
};

int main(int argc, char **argv) {
  int only = argc > 1 ? atoi(argv[1]) : 0, i, n = (int)(sizeof course / sizeof *course);
  ulong_t h = 0;
  for (i = 0; i < n; i++) {
    int size = argc > 2 ? atoi(argv[2]) : course[i].size;
    if (only && only != i + 1) continue;
    if (size < course[i].smallest) { fprintf(stderr, "size too small for lecture %d\n", i + 1); return EXIT_FAILURE; }
    seed = 1000u + (unsigned)i;
    printf("%d. %s\n", i + 1, course[i].title);
    h = hash(h, (long)course[i].demo(size));
  }
  printf("term hash %016lx\n", h);
  return EXIT_SUCCESS;
}
