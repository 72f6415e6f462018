// SPDX-License-Identifier: Apache-2.0
//
// Fields behind a struct, reached by small functions and under conditions: the
// entry of a loop asks whether two of them overlap, by pointers that its own
// text may not name and that the loop may not load. Here they do overlap, in
// each way, and one struct ends where memory does.
#include "../digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define N 300

struct grid {
  int nx, ny;
  double *cell;
};
struct layer {
  int kind;
  struct grid *in;
};

static inline size_t at(const struct grid *g, int x, int y) {
  return (size_t)y * g->nx + x;
}
static inline double get(const struct grid *g, int x, int y) {
  return g->cell[at(g, x, y)];
}
static inline double *place(const struct grid *g, int x, int y) {
  return g->cell + at(g, x, y);
}
static inline double inner(const struct layer *l, int x, int y) {
  return get(l->in, x, y);
}
static int clamp(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

static void step(const struct grid *old, struct grid *new) {
  for (int x = 0; x < old->nx; x++)
    for (int y = 0; y < old->ny; y++)
      new->cell[at(new, x, y)] = 0.25 * get(old, x, y) +
                                 0.5 * get(old, clamp(x - 1, old->nx), y) +
                                 0.125 * get(old, x, clamp(y + 1, old->ny));
}

static void masked(const struct grid *old, struct grid *new, int from) {
  int nx = new->nx, ny = new->ny;
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      double s = 0;
      for (int k = -1; k <= 1; k++)
        if (y + k >= from && y + k < ny)
          s += old->cell[(size_t)(y + k) * nx + x];
      new->cell[(size_t)y * nx + x] = s;
    }
}

static void layered(const struct layer *from, const struct layer *to) {
  for (int y = 0; y < to->in->ny; y++)
    for (int x = 0; x < to->in->nx; x++)
      *place(to->in, x, y) += 0.5 * inner(from, x, clamp(y - 1, from->in->ny));
}

/// A struct whose pointer stands on a page that is not there.
static struct grid *cut(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *two = mmap(0, 2 * page, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (two == MAP_FAILED || mprotect(two + page, page, PROT_NONE) != 0)
    exit(1);
  struct grid *g = (struct grid *)(two + page - 2 * sizeof(int));
  g->nx = g->ny = N;
  return g;
}

static void print(const char *name, const struct grid *g) {
  show(name, g->cell, (size_t)g->nx * g->ny * sizeof(double));
}

int main(void) {
  static double memory[4 * N * N];
  for (int i = 0; i < 4 * N * N; i++)
    memory[i] = i * 7 % 31;
  struct grid a = {N, N, memory}, b = {N, N, memory + 2 * N * N};
  struct grid same = a, shifted = {N, N, memory + N + 1};
  struct grid wide = {N / 2, N, memory + N * N / 2};
  step(&a, &b);
  step(&b, &a);
  print("apart", &a);
  step(&a, &same);
  print("same", &a);
  step(&a, &shifted);
  step(&shifted, &a);
  print("shifted", &a);
  step(&a, &wide);
  step(&wide, &a);
  print("wide", &a);
  masked(&a, &b, 0);
  masked(&a, &same, 0);
  masked(&shifted, &a, 0);
  print("masked", &a);
  struct layer one = {0, &a}, two = {1, &b}, three = {2, &shifted};
  layered(&two, &one);
  layered(&one, &one);
  layered(&three, &one);
  layered(&one, &two);
  print("layered", &a);
  print("layered", &b);
  masked(0, &b, N + 1);
  masked(cut(), &a, N + 1);
  print("nothing", &a);
  return 0;
}
