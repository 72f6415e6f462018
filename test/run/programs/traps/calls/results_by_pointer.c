// SPDX-License-Identifier: Apache-2.0
//
// Results through pointers that may be the same, be written under a condition,
// or reach beyond the element.
#include "../../digest.h"
static unsigned a[1600], b[1600];
static void both(unsigned v, unsigned *lo, unsigned *hi) {
  *lo = v & 15;
  *hi = v >> 4;
}
static int maybe(unsigned v, unsigned *to) {
  if (v % 3)
    return 0;
  *to = v;
  return 1;
}
static void pair(unsigned *p, unsigned v) {
  p[0] = v;
  p[1] += v;
}
static void span(unsigned *p, int n, unsigned v) {
  for (int j = 0; j < n; j++)
    p[j] = v + (unsigned)j;
}
static void swap(unsigned *p, unsigned *q) {
  unsigned t = *p;
  *p = *q;
  *q = t;
}
static unsigned *at(unsigned *p, int i) { return p + (i & ~1); }
static unsigned around(const unsigned *p) { return p[-1] + p[1]; }
int main(void) {
  for (int i = 0; i < 1600; i++)
    a[i] = (unsigned)i * 7u;
  unsigned x = 1, y = 2, z = 3;
  for (int i = 0; i < 1400; i++) {
    both(a[i], &x, &y);
    b[i] = x * 3u + y;
  }
  for (int i = 0; i < 1400; i++) {
    both(a[i], &z, &z);
    b[i] += z;
  }
  printf("%u %u %u\n", x, y, z);
  for (int i = 0; i < 1400; i++) {
    maybe(a[i], &x);
    b[i] ^= x; /* perhaps of an earlier iteration */
  }
  for (int i = 0; i < 1400; i++)
    if (maybe(a[i] + 1u, &y))
      b[i] += y;
  printf("%u %u\n", x, y);
  for (int i = 0; i < 1400; i++)
    pair(a + i, b[i]);
  for (int i = 0; i < 700; i++)
    pair(a + 2 * i, b[i]);
  for (int i = 0; i < 350; i++)
    span(b + 4 * i, 4, a[i]);
  for (int i = 0; i < 350; i++)
    span(b + 4 * i, 4 + (i == 200), a[i]);
  for (int i = 0; i < 1400; i++)
    swap(a + i, a + 1399 - i);
  for (int i = 0; i < 1400; i++)
    swap(a + i, b + i);
  for (int i = 0; i < 1400; i++)
    *at(a, i) += (unsigned)i;
  for (int i = 1; i < 1400; i++)
    b[i] = around(a + i);
  for (int i = 1; i < 1400; i++)
    a[i] = around(a + i);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}
