// SPDX-License-Identifier: Apache-2.0
// HOCKETCC: --always-groups
//
// Calls that are parallel inside beside others of their kind, beside work that
// is not parallel, beside recursion, and inside of each other; with results,
// returns and names that their caller has, too.
#include "../../digest.h"

enum { N = 301, T = 9 };
static double a[N], b[N], c[N], d[N], e[N], f[N];
static unsigned counts[64];

static void relax(double *x, double *y, int rounds) {
  for (int t = 0; t < rounds; t++) {
    for (int i = 1; i < N - 1; i++)
      y[i] = 0.5 * x[i] + 0.25 * (x[i - 1] + x[i + 1]);
    for (int i = 1; i < N - 1; i++)
      x[i] = y[i] * 0.99;
  }
}

static int settle(double *x, int most) {
  int t = 0;
  if (most < 1)
    return -1;
  for (; t < most; t++) {
    double change = 0;
    for (int i = 0; i < N; i++)
      x[i] = x[i] * 0.5 + i;
    for (int i = 0; i < N; i++)
      change = change > x[i] ? change : x[i];
    if (change < 3)
      t += most;
  }
  return t;
}

static void count(unsigned *h, unsigned seed) {
  for (int t = 0; t < 2000; t++) {
    seed = (seed * 1664525u + 1013904223u) ^ (seed >> 3);
    h[seed % 64] += seed & 7;
  }
}

static unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static void both(double *x, double *y, double *z, double *w) {
  relax(x, y, T);
  relax(z, w, T + 2);
}

static int twice(int n) {
  int t = n; // as the functions call theirs
  relax(a, b, n);
  int i = settle(c, n - 2);
  count(counts, (unsigned)n);
  return t + i;
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = b[i] = c[i] = d[i] = e[i] = f[i] = i % 17;
  int r = twice(T);
  both(a, b, c, d);
  relax(e, f, 3);
  unsigned k = fib(12);
  relax(c, d, (int)(k % 7));
  if (r > 3) {
    int t = settle(e, 4);
    relax(a, b, 2);
    r += t;
  }
  relax(f, e, 1);
  settle(a, 0);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("c", c, sizeof c);
  show("d", d, sizeof d);
  show("e", e, sizeof e);
  show("f", f, sizeof f);
  show("counts", counts, sizeof counts);
  printf("%d %u\n", r, k);
  return 0;
}
