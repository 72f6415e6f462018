// SPDX-License-Identifier: Apache-2.0
// SPECULATES: 2
//
// Searches that share a work record: a heap and distances that each fills anew.
// Results are each search's own; sums in memory keep their order and bits.
#include "../digest.h"
#include <stdlib.h>
#include <string.h>

enum { NODES = 400, EDGES = 5 };

struct work {
  int *dist, *heap, *where, count;
  double *share;
};

static int to[NODES][EDGES], length[NODES][EDGES];

static void up(struct work *w, int i) {
  int v = w->heap[i];
  for (; i > 0 && w->dist[w->heap[(i - 1) / 2]] > w->dist[v]; i = (i - 1) / 2) {
    w->heap[i] = w->heap[(i - 1) / 2];
    w->where[w->heap[i]] = i;
  }
  w->heap[i] = v;
  w->where[v] = i;
}

static int pop(struct work *w) {
  int top = w->heap[0], v = w->heap[--w->count], i = 0;
  while (2 * i + 1 < w->count) {
    int c = 2 * i + 1;
    if (c + 1 < w->count && w->dist[w->heap[c + 1]] < w->dist[w->heap[c]])
      c++;
    if (w->dist[w->heap[c]] >= w->dist[v])
      break;
    w->heap[i] = w->heap[c];
    w->where[w->heap[i]] = i;
    i = c;
  }
  w->heap[i] = v;
  w->where[v] = i;
  w->where[top] = -2;
  return top;
}

static long search(struct work *w, int from) {
  long sum = 0;
  for (int i = 0; i < NODES; i++) {
    w->dist[i] = 1 << 30;
    w->where[i] = -1;
  }
  memset(w->share, 0, NODES * sizeof *w->share);
  w->count = 1;
  w->heap[0] = from;
  w->where[from] = 0;
  w->dist[from] = 0;
  while (w->count > 0) {
    int v = pop(w);
    sum += w->dist[v];
    w->share[v] += 1.0 / (1 + w->dist[v]);
    for (int e = 0; e < EDGES; e++) {
      int u = to[v][e], d = w->dist[v] + length[v][e];
      if (d >= w->dist[u])
        continue;
      w->dist[u] = d;
      if (w->where[u] == -1) {
        w->where[u] = w->count;
        w->heap[w->count++] = u;
      }
      up(w, w->where[u]);
    }
  }
  return sum;
}

static int order(const void *a, const void *b) {
  long x = *(const long *)a, y = *(const long *)b;
  return x < y ? -1 : x > y;
}

/* Blocks of an iteration, a sort with a comparison, a callback. */
static long middle(long (*of)(int), int n) {
  long *copy = malloc(n * sizeof *copy), result;
  for (int i = 0; i < n; i++)
    copy[i] = of(i);
  qsort(copy, n, sizeof *copy, order);
  result = copy[n / 2];
  free(copy);
  return result;
}
static long seed;
static long square(int i) { return (i * 37L + seed) % 101 * i; }
static long other(int i) { return (i * 53L + seed) % 89 - i; }

int main(void) {
  struct work w = {malloc(NODES * sizeof(int)), malloc(NODES * sizeof(int)),
                   malloc(NODES * sizeof(int)), 0,
                   malloc(NODES * sizeof(double))};
  long *sums = malloc(NODES * sizeof *sums);
  double *central = calloc(NODES, sizeof *central), total = 0;
  int histogram[16] = {0};
  for (int v = 0; v < NODES; v++)
    for (int e = 0; e < EDGES; e++) {
      to[v][e] = (v * 31 + e * 117 + 5) % NODES;
      length[v][e] = (v * 7 + e * 13) % 50 + 1;
    }
  for (int k = 0; k < NODES; k++) {
    sums[k] = search(&w, k);
    histogram[sums[k] % 16]++;
    total += 1e6 / sums[k];
    for (int v = 0; v < NODES; v++)
      central[v] += w.share[v];
  }
  show("sums", sums, NODES * sizeof *sums);
  show("central", central, NODES * sizeof *central);
  show("histogram", histogram, sizeof histogram);
  printf("%.17g\n", total);
  for (int k = 0; k < 60; k++) {
    seed = k;
    printf("%d: %ld\n", k, middle(k % 2 ? square : other, 50 + k));
  }
  free(w.dist), free(w.heap), free(w.where), free(w.share);
  free(sums), free(central);
  return 0;
}
