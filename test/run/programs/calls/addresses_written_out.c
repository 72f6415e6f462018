// SPDX-License-Identifier: Apache-2.0
//
// Functions written out in place that are given the address of a variable:
// `&x` stands where the parameter stood, unless the function changes the
// parameter, means something else by the name, or asks for more than a value.
#include "../digest.h"
#include <stdlib.h>

#define N 600
typedef struct {
  int width;
  int rows[4];
  double *data;
} Grid;
static double a[N], b[N];

static void fill(Grid *g, int seed) {
  for (int i = 0; i < g->width; i++)
    g->data[i] = (i * 37 + seed) % 101 / 3.0;
}

/* Other uses than of members. */
static int uses(const Grid *g, double *to) {
  const Grid *same = g;
  if (!g || same != g)
    return -1;
  for (int i = 0; i < (*g).width; i++)
    to[i] += g[0].data[i] * same->rows[i & 3];
  return (int)(sizeof *g / sizeof(Grid)) + (g == same);
}

/* The parameter walks. */
static void walks(Grid *g, double *to) {
  for (int i = 0; i < g->width; i++)
    to[i] -= g->rows[1];
  g++;
  g[-1].rows[1]++;
}

/* Its name for another thing, that the caller has too. */
static void hidden(Grid *h, double *to) {
  double grid = 0.5;
  for (int i = 0; i < h->width; i++) {
    int count = h->rows[2];
    to[i] += grid * count;
  }
}

/* The address of the parameter itself. */
static void taken(Grid *g, double *to) {
  Grid **p = &g;
  for (int i = 0; i < (*p)->width; i++)
    to[i] += (*p)->rows[3];
}

static void inner(Grid *g, int k) {
  for (int i = 0; i < g->width; i++)
    g->data[i] += k;
  g->rows[0] += k;
}
static void outer(Grid *g, int k) {
  inner(g, k);
  g->rows[2] ^= 1;
  inner(g, -k / 2);
}

/* A number by its address, and another type for it. */
static void advance(unsigned *seed, double *to, int n) {
  unsigned start = *seed;
  for (int i = 0; i < n; i++)
    to[i] += (start + (unsigned)i * 3u) % 7u;
  *seed = start * 1664525u + 1013904223u;
}
static void raw(const unsigned char *x, double *to, int n) {
  for (int i = 0; i < n; i++)
    to[i] += x[i & 3];
}

int main(int argc, char **argv) {
  Grid grid = {N, {1, 2, 3, 4}, a};
  unsigned seed = 12;
  int count = 0;
  (void)argv;
  for (int t = 0; t < 3 + argc; t++) {
    fill(&grid, t);
    count += uses(&grid, b);
    walks(&grid, b);
    hidden(&grid, b);
    taken(&grid, b);
    outer(&grid, t + 1);
    advance(&seed, b, N);
    raw((const unsigned char *)&seed, b, N);
    grid.width -= 25;
  }
  printf("%d %u %d %d %d %d %d\n", count, seed, grid.width, grid.rows[0],
         grid.rows[1], grid.rows[2], grid.rows[3]);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}
