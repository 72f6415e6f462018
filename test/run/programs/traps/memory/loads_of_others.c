// SPDX-License-Identifier: Apache-2.0
//
// What an entry may read: that a loop surely loads through a variable says
// nothing of what the variable held before, and that a loop is guarded nothing
// where the attempt to guard what is around it failed. The pointers are null
// where the program does not follow them.
#include "../../digest.h"

#include <stdlib.h>

#define N 3000

struct grid {
  int n;
  double *cell;
};

static double either(const struct grid *g, const struct grid *h, int which,
                     int i) {
  const struct grid *s = g;
  double v = 0;
  if (which)
    v += s->cell[i];
  s = h;
  v += s->cell[i];
  return v;
}

__attribute__((noinline)) static void two(double *to, const struct grid *g,
                                          const struct grid *h, int which) {
  for (int i = 0; i < N; i++)
    to[i] = either(g, h, which, i) + 1;
}

static double sized(const struct grid *g, const struct grid *h, int which,
                    int i) {
  const struct grid *s = g;
  double v = 0;
  if (which)
    v += s->cell[i];
  s = h;
  v += s->n;
  return v;
}

__attribute__((noinline)) static void beside(double *to, const struct grid *g,
                                             const struct grid *h, int which) {
  for (int i = 0; i < N; i++)
    to[i] = sized(g, h, which, i) + 1;
}

__attribute__((noinline)) static void
rows(double *to, const struct grid *g, const struct grid *h, int which, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[j * 50 + i] += either(g, h, which, j * 50 + i);
}

__attribute__((noinline)) static void
uncounted(double *to, const struct grid *h, const struct grid *q, int m) {
  for (int i = 0; i < N; i++) {
    double s = i;
    for (int j = 0; j < m; j++)
      for (int l = 0; l < q->n; l++) {
        unsigned x = l + 1u;
        while (x) {
          s += h->cell[l];
          x >>= 1;
        }
      }
    to[i] = s;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  // One block, so that only a test tells the two parts from each other.
  double *to = malloc(2 * N * sizeof(double)), *from = to + N;
  if (!to)
    return 1;
  for (int i = 0; i < 2 * N; i++)
    to[i] = i % 13;
  struct grid grid = {20, from};
  const struct grid *volatile none = 0;
  volatile int nothing = argc - 1;
  two(to, none, &grid, nothing);
  two(to, &grid, &grid, argc);
  show("two", to, N * sizeof(double));
  beside(to, none, &grid, nothing);
  beside(to, &grid, &grid, argc);
  show("beside", to, N * sizeof(double));
  rows(to, none, &grid, nothing, 50);
  rows(to, &grid, &grid, argc, 50);
  show("rows", to, N * sizeof(double));
  uncounted(to, &grid, none, nothing);
  uncounted(to, &grid, &grid, argc);
  show("uncounted", to, N * sizeof(double));
  free(to);
  return 0;
}
