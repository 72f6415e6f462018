// SPDX-License-Identifier: Apache-2.0
//
// The last value of a scalar or an element that only some iterations write:
// not the last chunk's, but that of the last one that wrote.
#include "../../digest.h"
static unsigned a[1500], few[4];
static void last(int n, unsigned mask, unsigned want) {
  unsigned v = 77, w = 78, count = 0;
  int at = -1;
  for (int i = 0; i < n; i++) {
    if ((a[i] & mask) == want) {
      v = a[i];
      at = i;
      count++;
    }
    if (a[i] == want)
      w = (unsigned)i;
  }
  printf("%u %u %u %d\n", v, w, count, at);
}
static void two_writers(int n) {
  unsigned v = 5;
  for (int i = 0; i < n; i++) {
    if (a[i] & 64)
      v = (unsigned)i;
    if (a[i] % 7 == 3)
      v = a[i];
    a[i] ^= 1u;
  }
  printf("%u\n", v);
}
static void element(int n, int k) {
  for (int i = 0; i < n; i++)
    if (a[i] % 11 == 3)
      few[k & 3] = a[i];
  for (int i = 0; i < n; i++)
    few[i & 3] = a[i];
  for (int i = 0; i < n; i++)
    if (i < 300)
      few[i % 3] = a[i] + 1u;
}
static void read_later(int n) {
  unsigned v = 9;
  for (int i = 0; i < n; i++) {
    if (a[i] % 5 == 0)
      v = a[i];
    a[i] += v; /* from an earlier iteration, most of the time */
  }
  printf("%u\n", v);
}
int main(void) {
  for (int i = 0; i < 1500; i++)
    a[i] = (unsigned)i * 3u;
  last(1400, 1, 1);
  last(1400, ~0u, 30);
  last(1400, ~0u, 31);
  last(1400, ~0u, 4197);
  last(1400, ~0u, 0);
  last(0, 0, 0);
  last(1, 0, 0);
  two_writers(1400);
  for (int k = 0; k < 4; k++)
    element(1400, k);
  read_later(1400);
  show("a", a, sizeof a);
  show("few", few, sizeof few);
  return 0;
}
