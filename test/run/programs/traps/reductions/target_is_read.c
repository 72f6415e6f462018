// SPDX-License-Identifier: Apache-2.0
//
// Sums whose running value is used on the way: as a value, as a subscript, as a
// bound, as a condition.
#include "../../digest.h"
static unsigned a[1500], b[1500];
int main(void) {
  unsigned s = 1, t = 2, u = 3, v = 4;
  for (int i = 0; i < 1400; i++)
    a[i] = (unsigned)i * 2654435761u >> 20;
  for (int i = 0; i < 1400; i++) {
    s += a[i];
    b[i] = s;
  }
  for (int i = 0; i < 1400; i++) {
    t += a[i];
    b[t % 1400u] ^= 5u;
  }
  for (int i = 0; i < 1400; i++)
    if (u < 100000u)
      u += a[i];
  for (int i = 0; i < 1400 && v < 90000u; i++)
    v += a[i];
  printf("%u %u %u %u\n", s, t, u, v);
  for (int i = 0; i < 1400; i++) {
    s += a[i];
    s ^= b[i]; /* two operators */
  }
  for (int i = 0; i < 1400; i++) {
    t += a[i];
    if (i == 700)
      t = 0; /* set on the way */
  }
  for (int i = 0; i < 1400; i++)
    u = a[i] - u;
  for (int i = 0; i < 1400; i++)
    v = (v << 1) + a[i];
  for (int i = 0; i < 1400; i++)
    s += a[i] + (s & 1);
  for (int i = 0; i < 1400; i++)
    t += t;
  for (int i = 0; i < 1400; i++)
    u = u + a[i] > 50000u ? 0 : u + a[i];
  printf("%u %u %u %u\n", s, t, u, v);
  show("b", b, sizeof b);
  return 0;
}
