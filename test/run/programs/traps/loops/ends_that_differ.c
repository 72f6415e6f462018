// SPDX-License-Identifier: Apache-2.0
//
// The first or the last iteration wraps around or is special: right only after
// peeling it, and only if the rest is independent.
#include "../../digest.h"
static unsigned a[1600], b[1600];
static void wrap(unsigned *to, const unsigned *by, int n) {
  int before = n - 1;
  for (int i = 0; i < n; i++) {
    to[i] = by[before] + 1u;
    before = i;
  }
}
static void next(unsigned *to, const unsigned *by, int n) {
  for (int i = 0; i < n; i++)
    to[i] += by[i + 1 == n ? 0 : i + 1];
}
static void first(unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    if (i == 0)
      p[i] = 7u;
    else
      p[i] = p[0] + (unsigned)i;
}
static void last(unsigned *p, int n) {
  for (int i = 0; i < n; i++)
    p[i] = p[n - 1] + (unsigned)i;
}
static void last_too(unsigned *p, int n) {
  for (int i = 0; i < n; i++) {
    p[i] += 3u;
    if (i == n - 1)
      p[0] = p[n / 2];
  }
}
static void carried(int n) {
  unsigned t = b[n];
  for (int i = 0; i < n; i++) {
    a[i] ^= t;
    t = b[i] + 1u;
  }
  printf("%u\n", t);
}
static void two_back(int n) {
  unsigned x = 3, y = 4;
  for (int i = 0; i < n; i++) {
    a[i] += x;
    x = y;
    y = b[i];
  }
  printf("%u %u\n", x, y);
}
static void really_carried(int n) {
  unsigned t = 1;
  for (int i = 0; i < n; i++) {
    a[i] ^= t;
    t = a[i];
  }
}
int main(void) {
  static const int sizes[] = {1500, 1, 2, 3, 64, 129};
  for (int i = 0; i < 1600; i++)
    a[i] = (unsigned)i * 3u, b[i] = (unsigned)i * 5u;
  for (int t = 0; t < 6; t++) {
    int n = sizes[t];
    wrap(a, b, n);
    wrap(a, a, n);
    next(a, b, n);
    next(a, a, n);
    next(a, a + 1, n);
    first(a, n);
    last(a, n);
    last_too(b, n);
    carried(n);
    two_back(n);
    really_carried(n);
    show("a", a, sizeof a);
  }
  carried(0);
  two_back(0);
  last(a, 0);
  show("b", b, sizeof b);
  return 0;
}
