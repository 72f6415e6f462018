// SPDX-License-Identifier: Apache-2.0
//
// Innermost loops that a compiler is told to run side by side, with all that
// still has an order: what one iteration writes and then reads, rows that read
// the row before, loops of one trip, blocks that change places, memory that
// each iteration has for itself.
// FLAGS: -O3 -march=native -ffp-contract=off
#include "../../digest.h"

#include <stdlib.h>

enum { W = 96, H = 64, Pitch = 101 };

struct grid {
  int width, height;
  unsigned *a, *b, *c, *d;
};

static unsigned twice(const unsigned *p) { return p[0] + p[1]; }
static unsigned sorted(const unsigned *p, int k) {
  unsigned t[3] = {p[0], p[1], p[2]};
  for (int i = 0; i < 2; i++)
    if (t[i] > t[i + 1]) {
      unsigned kept = t[i];
      t[i] = t[i + 1];
      t[i + 1] = kept;
    }
  return t[k % 3];
}

// Written, read and written again in one iteration, by several names.
static void chained(struct grid *g) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      unsigned *p = g->c + y * Pitch + x;
      g->c[y * Pitch + x] = twice(g->a + y * Pitch + x);
      g->d[y * Pitch + x] = *p + g->b[x];
      *p ^= g->d[y * Pitch + x];
    }
}

// Each row reads the one before.
static void downwards(struct grid *g) {
  for (int y = 1; y < H; y++)
    for (int x = 0; x < W; x++)
      g->c[y * Pitch + x] += g->c[(y - 1) * Pitch + x + 1] / 3;
}

// In place, and a few elements apart.
static void shifted(struct grid *g, int by) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      g->d[y * Pitch + x] = g->d[y * Pitch + x + by] * 5 + x;
}

// One trip, on one block.
static void single(struct grid *g, int trips) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < trips; x++) {
      g->c[y * Pitch + x] = y + 7;
      g->a[y * Pitch + x] = g->c[y * Pitch] * 3;
    }
}

// A copy for each iteration.
static void privately(struct grid *g) {
  unsigned t[4];
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      unsigned u[2] = {g->a[y * Pitch + x], g->b[x]};
      t[x & 3] = u[y & 1] + sorted(g->a + y * Pitch + x, x);
      g->d[y * Pitch + x] += t[x & 3];
    }
}

// The members that bound the loop are integers like what it writes.
static void bounded(struct grid *g) {
  for (int y = 0; y < g->height; y++)
    for (int x = 0; x < g->width; x++)
      g->b[y * Pitch + x] = g->a[y * Pitch + x] - g->c[y * Pitch + x];
}

// A value that is left behind.
static unsigned leftBehind(struct grid *g) {
  unsigned last = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      last = g->a[y * Pitch + x] | 1;
      g->c[y * Pitch + x] = last * x;
    }
  return last;
}

static unsigned *block(unsigned seed) {
  unsigned *p = malloc((H + 1) * Pitch * sizeof *p);
  if (p == NULL)
    exit(1);
  for (unsigned i = 0; i < (H + 1) * Pitch; i++)
    p[i] = (i * 37 + seed) % 1009;
  return p;
}

static void showAll(const char *name, const struct grid *g) {
  show(name, g->a, H * Pitch * sizeof *g->a);
  show(name, g->b, H * Pitch * sizeof *g->b);
  show(name, g->c, H * Pitch * sizeof *g->c);
  show(name, g->d, H * Pitch * sizeof *g->d);
}

int main(int argc, char **argv) {
  struct grid g = {W, H - 1, block(1), block(2), block(3), block(4)};
  (void)argv;
  for (int step = 0; step < 4; step++) {
    chained(&g);
    showAll("chained", &g);
    downwards(&g);
    showAll("downwards", &g);
    shifted(&g, argc);
    showAll("shifted", &g);
    shifted(&g, -argc + 1);
    showAll("in place", &g);
    single(&g, argc);
    showAll("single", &g);
    privately(&g);
    showAll("privately", &g);
    bounded(&g);
    showAll("bounded", &g);
    printf("%u\n", leftBehind(&g));
    showAll("left behind", &g);
    unsigned *kept = g.a;
    g.a = g.d;
    g.d = kept;
    if (step == 1)
      g.c = g.b; // one block by two names
  }
  return 0;
}
