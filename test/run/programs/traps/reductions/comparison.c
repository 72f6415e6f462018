// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
// TSAN: skip (its qsort compares more often)
//
// A comparison function that reads globals which loops between change.
#include <stdio.h>
#include <stdlib.h>
static int a[500], b[500], order = 1, cmps;
static int cmp(const void *x, const void *y) {
  int p = *(const int *)x, q = *(const int *)y;
  cmps++;
  return order * ((p > q) - (p < q));
}
int main(void) {
  for (int i = 0; i < 500; i++) {
    a[i] = (i * 7919) % 500;
    b[i] = (i * 104729) % 500;
  }
  for (int t = 0; t < 4; t++) {
    order = t & 1 ? 1 : -1;
    qsort(a, 500, sizeof *a, cmp);
    for (int i = 0; i < 500; i++)
      b[i] += a[i] * order;
    qsort(b, 500, sizeof *b, cmp);
    order = -order;
    for (int i = 0; i < 500; i++)
      a[i] ^= b[i] & 7;
  }
  unsigned h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + a[i] + b[i] * 3;
  printf("%u %d\n", h, cmps);
  return 0;
}
