// SPDX-License-Identifier: Apache-2.0
//
// 'restrict' in one block, on one of two pointers, lost by a copy of the
// pointer, and not there at all.
#include "../../digest.h"
static unsigned a[2000], b[2000];
static void none(unsigned *p, unsigned *q, int n) {
  for (int i = 0; i < n; i++)
    p[i] = q[i + 1] + q[i];
}
static void based(unsigned *restrict p, int n) {
  unsigned *q = p + 1; /* based on p: may meet it */
  for (int i = 0; i < n; i++)
    q[i] = p[i] * 3u + 1u;
}
static void only_read(const unsigned *restrict p, const unsigned *restrict q,
                      unsigned *to, int n) {
  for (int i = 0; i < n; i++) /* p and q may be the same: neither is written */
    to[i] = p[i] + q[n - 1 - i];
}
static void in_block(unsigned *p, unsigned *q, int n) {
  {
    unsigned *restrict r = p;
    for (int i = 0; i < n; i++)
      r[i] += r[i + 5];
  }
  for (int i = 0; i < n; i++)
    p[i + 2] = q[i];
}
static void halves(unsigned *restrict p, unsigned *restrict q, int n) {
  for (int i = 0; i < n; i++) { /* same array, elements apart */
    p[2 * i] = (unsigned)i;
    q[2 * i + 1] = p[2 * i] + 1u;
  }
}
int main(void) {
  for (int i = 0; i < 2000; i++)
    a[i] = (unsigned)i, b[i] = (unsigned)i * 9u;
  none(a, a, 1500);
  none(a + 1, a, 1500);
  none(a, b, 1500);
  based(a, 1500);
  only_read(a, a, b, 1500);
  in_block(a, a, 1500);
  in_block(a, a + 1, 1500);
  halves(a, a, 900);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  return 0;
}
