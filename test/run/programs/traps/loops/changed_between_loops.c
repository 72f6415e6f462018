// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm
//
// Several loops in one region: what is tested on entry is changed by an earlier
// loop, by the time loop around, by a callee; loops that are cut, with
// scalars and errno beside them.
#include "../../digest.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
enum { N = 1600 };
static unsigned a[3 * N], b[3 * N], c[3 * N];
static int x[N + 1], y[N + 1];
static double d[N], e[N];
static unsigned *gp = a;
static int gk = 3, gn = N;
static void chained(unsigned *p, int *idx, int n) {
  for (int i = 0; i < n; i++)
    b[i] = p[i] * 3u;
  for (int i = 0; i < n; i++)
    idx[i] = (int)(b[i] % (unsigned)n);
  for (int i = 0; i < n; i++)
    p[idx[i]] = p[idx[i]] * 5u + (unsigned)i;
  for (int i = 0; i < n; i++)
    c[i] ^= p[i];
}
static void time_steps(unsigned *p, int *idx, int n, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      c[i] += p[i];
    for (int i = 0; i < n; i++)
      p[idx[i]] = p[idx[i]] * 3u + (unsigned)(i + t);
    if (t == 1)
      idx[n / 2] = idx[1];
  }
}
static void pointers(unsigned *p, unsigned *q, int n, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      p[i] = q[i] * 3u + 1u;
    for (int i = 0; i < n; i++)
      q[i] ^= p[i] + (unsigned)t;
    if (t & 1)
      q = p + 1;
    else
      p += 64;
  }
}
static void swapped(unsigned *p, unsigned *q, int n, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      q[i] = p[i] + p[i + 1] * (unsigned)t;
    unsigned *s = p;
    p = q;
    q = s;
    if (t == 2)
      q = p;
  }
}
static void bump(void) {
  gk++;
  gp += 7;
  gn -= 3;
}
static void globals(void) {
  for (int t = 0; t < 4; t++) {
    for (int i = 0; i < gn - 100; i++)
      gp[i + gk] = gp[i] * 3u + (unsigned)i;
    bump();
    for (int i = 0; i < gn - 100; i++)
      b[i] += gp[i];
  }
  gk = 3;
  gp = a;
  gn = N;
}
static void distances(unsigned *p, int n) {
  for (int k = -3; k < 4; k++) {
    for (int i = 0; i < n; i++)
      p[i + 10 + k] = p[i + 10] * 3u + 1u;
    for (int i = 0; i < n; i++)
      c[i] += p[i + 10];
  }
}
static void table(unsigned **t, int rows, int cols) {
  for (int r = 0; r < 3; r++) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < cols; j++)
        t[i][j] = t[i][j] * 3u + (unsigned)(i + j);
    t[r] = t[r + 1];
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < cols; j++)
        t[i][j] ^= (unsigned)(i * j);
  }
}
static void cut(int n) {
  unsigned s = 1, t = 2, last = 0;
  int k = 0;
  for (int i = 1; i < n; i++) {
    double v = log(d[i]);
    e[i] = v > 0 ? v : 1.5;
    s = s * 31u + a[i];
    t = a[i] ^ 5u;
    b[i] = s + t;
    if (a[i] & 1)
      last = t;
    c[i] = c[i - 1] + b[i];
    k += 2;
    a[i + N] = b[i - 1] + (unsigned)k;
  }
  printf("%u %u %u %d %d\n", s, t, last, k, errno);
  errno = 0;
  for (int i = 1; i < n; i++) {
    if (a[i] & 2)
      continue;
    b[i] = a[i] * 3u;
    c[i] = c[i - 1] * 3u + b[i];
    if (c[i] & 4)
      a[i] = b[i] + c[i];
  }
  for (int i = 1; i < n; i++) {
    unsigned w[4];
    for (int j = 0; j < 4; j++)
      w[j] = a[i] + (unsigned)j;
    b[i] = b[i - 1] + w[1];
    c[i] = w[2] * 3u;
    a[i] = w[3];
  }
  for (int i = 1; i < n; i++) {
    unsigned *p = i % 2 ? a : b;
    c[i] = p[i] * 3u;
    p[i - 1] = c[i] + 1u;
  }
  for (int i = 1; i < n; i++) {
    a[i] = b[i] + 1u;
    b[i + 1] = c[i] * 2u;
    c[i + 2] = a[i - 1];
  }
  for (int i = 0; i < n; i++) {
    int j = x[i];
    c[i] = a[j];
    b[i] = c[i] + (i ? b[i - 1] : 0);
    y[i] = j;
  }
  for (int i = 1; i < n; i++) {
    s += a[i];
    b[i] = a[i] * 3u;
    t = t * 3u + s;
  }
  printf("%u %u\n", s, t);
}
int main(void) {
  static const int ns[] = {N, 1, 0, 2, 65, 700};
  unsigned *rows[40];
  for (int i = 0; i < 3 * N; i++)
    a[i] = (unsigned)i * 7u, b[i] = (unsigned)i ^ 99u, c[i] = 1;
  for (int i = 0; i < N; i++)
    d[i] = i % 50 - 3;
  for (int t = 0; t < 6; t++) {
    int n = ns[t];
    for (int i = 0; i < N; i++)
      x[i] = i * 7 % N;
    if (n) {
      chained(a, x, n);
      for (int i = 0; i < n; i++)
        x[i] = n - 1 - i;
      time_steps(a, x, n, 4);
    }
    show("a", a, sizeof a);
    pointers(a, b, n / 2, 5);
    pointers(a, a + n / 2, n / 2, 4);
    swapped(a, b, n / 2, 6);
    globals();
    distances(a, n);
    for (int i = 0; i < 40; i++)
      rows[i] = a + i * 40;
    table(rows, 38, 40);
    for (int i = 0; i < 40; i++)
      rows[i] = a + i * 39;
    table(rows, 38, 40);
    cut(n);
    show("a", a, sizeof a);
    show("b", b, sizeof b);
    show("c", c, sizeof c);
    show("e", e, sizeof e);
    show("y", y, sizeof y);
  }
  return 0;
}
