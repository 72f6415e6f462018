// SPDX-License-Identifier: Apache-2.0
//
// Allocation functions of the program: one that hands out its last buffer
// again, one that hands out overlapping pieces.
#include "../../digest.h"
#include <stdlib.h>
static unsigned *last;
static unsigned pool[4000];
static size_t used;
static unsigned *cached(size_t n) {
  if (!last)
    last = calloc(n, sizeof *last);
  return last;
}
static unsigned *piece(size_t n, size_t overlap) {
  unsigned *p = pool + used;
  used += n - overlap;
  return p;
}
static unsigned *either(int fresh, unsigned *old) {
  return fresh ? calloc(2000, sizeof *old) : old;
}
static void run(unsigned *p, const unsigned *q, int n) {
  for (int i = 0; i < n; i++)
    p[i + 1] = q[i] * 3u + 1u;
}
int main(void) {
  unsigned *a = cached(2000), *b = cached(2000);
  for (int i = 0; i < 1500; i++)
    a[i + 1] = b[i] + 2u;
  show("cached", a, 8000);
  unsigned *c = piece(1000, 10), *d = piece(1000, 0), *e = piece(1000, 0);
  for (int i = 0; i < 1000; i++)
    c[i] += d[i < 10 ? 9 - i : i] + 1u;
  for (int i = 0; i < 999; i++)
    d[i + 1] = e[i] + (unsigned)i;
  run(c, d, 999);
  run(d, c, 999);
  show("pool", pool, sizeof pool);
  unsigned *f = either(0, a), *g = either(1, a);
  run(f, a, 1500);
  run(g, a, 1500);
  run(g, f, 1500);
  show("f", f, 8000);
  show("g", g, 8000);
  unsigned *moved = realloc(g, 40000);
  for (int i = 0; i < 2000; i++)
    moved[i + 2000] = moved[i] + 1u;
  show("moved", moved, 16000);
  free(moved);
  free(a);
  return 0;
}
