// SPDX-License-Identifier: Apache-2.0
//
// Two pointers walk over the same array with different steps, from different
// ends, or one is set back on the way.
#include "../../digest.h"
static unsigned a[3000];
static void both(unsigned *to, const unsigned *by, int n, int step) {
  while (n-- > 0) {
    *to++ = *by * 3u + 1u;
    by += step;
  }
}
static void ends(unsigned *lo, unsigned *hi) {
  while (lo < hi) {
    unsigned t = *lo;
    *lo++ = *--hi + 1u;
    *hi = t;
  }
}
static void backwards(unsigned *to, const unsigned *by, int n) {
  for (; n > 0; n--)
    *--to = *--by + 2u;
}
static void ring(unsigned *base, int n, int length) {
  unsigned *p = base;
  for (int i = 0; i < n; i++) {
    *p = *p * 3u + (unsigned)i;
    if (++p == base + length)
      p = base;
  }
}
static void jump(unsigned *p, int n) {
  for (int i = 0; i < n; i++) {
    *p += (unsigned)i;
    p += *p & 1 ? 1 : 2;
  }
}
int main(void) {
  for (int i = 0; i < 3000; i++)
    a[i] = (unsigned)i * 11u;
  for (int off = -2; off <= 2; off++)
    for (int step = 0; step <= 2; step++)
      both(a + 500, a + 500 + off, 900, step);
  both(a, a + 1500, 900, 1);
  show("both", a, sizeof a);
  ends(a, a + 1000);
  ends(a + 5, a + 5);
  ends(a, a + 1501);
  backwards(a + 1001, a + 1000, 900);
  backwards(a + 1000, a + 1001, 900);
  show("ends", a, sizeof a);
  ring(a, 1000, 1000);
  ring(a, 1000, 999);
  ring(a, 1000, 70);
  ring(a, 1000, 1);
  jump(a, 900);
  show("rings", a, sizeof a);
  return 0;
}
