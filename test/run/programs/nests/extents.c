// SPDX-License-Identifier: Apache-2.0
//
// Grids behind structs: rows that run into each other since the width is less
// than the loop's bound, negative and moved subscripts, one grid under two
// names, grids that overlap in part, none at all, sizes that differ; read by
// functions, where the pointer is not read in each iteration, or never.
// FLAGS: -O2
// HOCKETCC: --always-transform
#include "../digest.h"

#include <stdlib.h>

#define N 70

struct grid {
  int width, height;
  double *cell;
};
struct pair {
  struct grid *a, *b;
};

static size_t at(const struct grid *g, int x, int y) {
  return (size_t)y * g->width + x;
}
static double get(const struct grid *g, int x, int y) {
  return g->cell[at(g, x, y)];
}

__attribute__((noinline)) static void step(const struct grid *from,
                                           struct grid *to, int nx, int ny) {
  for (int x = 0; x < nx; x++)
    for (int y = 0; y < ny; y++) {
      double s = get(from, x, y);
      if (x > 0)
        s += get(from, x - 1, y);
      to->cell[at(to, x, y)] = 0.5 * s + 0.25 * to->cell[at(to, x, y)];
    }
}

__attribute__((noinline)) static void moved(struct grid *g, int nx, int ny,
                                            int by) {
  for (int x = 0; x < nx; x++)
    for (int y = 0; y < ny; y++)
      g->cell[(size_t)y * g->width + x + by] =
          0.5 * g->cell[(size_t)y * g->width + x + by] + x - y;
}

__attribute__((noinline)) static void down(struct grid *g, int nx, int ny,
                                           long width) {
  for (int x = nx - 1; x >= 0; x--)
    for (int y = ny - 1; y >= 0; y--)
      g->cell[y * width + x] = g->cell[y * width + x] * 0.75 + x + y;
}

__attribute__((noinline)) static void pairs(const struct pair *p, int n) {
  for (int x = 0; x < n; x++)
    for (int y = 0; y < n; y++)
      p->a->cell[at(p->a, x, y)] =
          0.5 * get(p->b, x, y) + 0.25 * p->a->cell[at(p->a, x, y)];
}

__attribute__((noinline)) static void perhaps(const struct grid *from,
                                              struct grid *to, int least) {
  for (int x = 0; x < to->width; x++)
    for (int y = 0; y < to->height; y++)
      if (x + y >= least)
        to->cell[at(to, x, y)] += 0.5 * get(from, x, y);
}

/// Only ever called with where blocks start.
__attribute__((noinline)) static void
blocks(const struct grid *from, struct grid *to, const int *column, int n) {
  for (int x = 0; x < n; x++)
    for (int y = 0; y < n; y++)
      to->cell[at(to, x, y)] = 0.5 * from->cell[at(from, column[x] & 31, y)];
}

static struct grid make(int width, int height) {
  struct grid g = {width, height, malloc(4 * N * N * sizeof(double))};
  if (!g.cell)
    exit(1);
  for (int i = 0; i < 4 * N * N; i++)
    g.cell[i] = i * 7 % 23;
  return g;
}

int main(void) {
  struct grid a = make(N, N), b = make(N, N), narrow = make(N - 9, N);
  struct grid none = {N, 0, 0};
  struct grid same = a, inside = {N, N, a.cell + N + 3};
  step(&a, &b, N, N);
  step(&a, &narrow, N, N);
  step(&a, &same, N, N);
  step(&inside, &a, N, N);
  step(&a, &inside, N, N);
  step(&none, &none, N, 0);
  step(&none, &none, 0, N);
  step(0, 0, 0, N);
  show("a", a.cell, 4 * N * N * sizeof(double));
  for (int by = -1; by <= N; by += N / 2) {
    struct grid shifted = {N, N, b.cell + N};
    moved(&shifted, N, N, by);
    shifted.width = N - 30;
    moved(&shifted, N, N, by);
    shifted.width = 0;
    moved(&shifted, N, N, by);
    struct grid back = {-N, N, b.cell + 2 * N * N};
    moved(&back, N, N, by);
  }
  down(&b, N, N, N);
  down(&b, N, N, 3);
  down(&b, N, N, 0);
  down(&(struct grid){N, N, b.cell + N * N}, N, N, -N);
  down(&(struct grid){N, N, b.cell + N * N}, N, N, -5);
  show("b", b.cell, 4 * N * N * sizeof(double));
  struct grid start = make(N, N), other = make(N, N), again = start;
  int column[N];
  for (int x = 0; x < N; x++)
    column[x] = x * 11;
  blocks(&start, &other, column, N);
  blocks(&other, &again, column, N);
  blocks(&start, &again, column, N);
  blocks(&again, &start, column, N);
  show("start", start.cell, 4 * N * N * sizeof(double));
  struct pair one = {&a, &b}, two = {&a, &a}, three = {&narrow, &inside};
  pairs(&one, N);
  pairs(&two, N);
  pairs(&three, N);
  pairs(&(struct pair){&inside, &a}, N);
  pairs(0, 0);
  perhaps(0, &a, 3 * N);
  perhaps(&b, &a, N);
  perhaps(&inside, &a, N / 2);
  perhaps(&a, &narrow, N);
  show("a", a.cell, 4 * N * N * sizeof(double));
  show("narrow", narrow.cell, 4 * N * N * sizeof(double));
  return 0;
}
