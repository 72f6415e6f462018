// SPDX-License-Identifier: Apache-2.0
//
// Reductions beside each other where one disturbs the other: shared targets,
// one that is reset, results that meet.
#include "../../digest.h"
static unsigned a[1500], few[8];
static void same(unsigned *p, unsigned *q, int n) {
  for (int i = 0; i < n; i++) {
    *p += a[i];
    *q ^= a[i] * 3u;
  }
}
int main(void) {
  unsigned s = 0, t = 1, lo = ~0u, hi = 0, n = 0;
  for (int i = 0; i < 1500; i++)
    a[i] = (unsigned)i * 2654435761u >> 13;
  for (int i = 0; i < 1400; i++) {
    s += a[i];
    t *= a[i] | 1u;
    if (a[i] < lo)
      lo = a[i];
    if (a[i] > hi)
      hi = a[i];
    n += a[i] & 1;
  }
  printf("%u %u %u %u %u\n", s, t, lo, hi, n);
  for (int i = 0; i < 1400; i++) {
    s += a[i];
    t += s; /* of the other's running value */
  }
  for (int i = 0; i < 1400; i++) {
    if (a[i] > hi / 2) {
      n++;
      hi += n; /* the condition moves */
    }
    lo ^= hi;
  }
  for (int i = 0; i < 1400; i++) {
    few[0] += a[i];
    few[a[i] & 7] ^= 1u;
  }
  same(&s, &t, 1400);
  same(&s, &s, 1400);
  same(&a[1450], &a[1451], 1400);
  same(&a[700], &t, 1400);
  same(&t, &a[1399], 1400);
  printf("%u %u %u %u %u\n", s, t, lo, hi, n);
  show("few", few, sizeof few);
  show("a", a, sizeof a);
  return 0;
}
