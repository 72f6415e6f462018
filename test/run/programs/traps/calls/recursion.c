// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// A function with parallel loops calls itself.
#include <stdio.h>
static int a[4000], depth;
static void work(int *p, int n, int d) {
  int loc[64];
  for (int i = 0; i < 64; i++)
    loc[i] = i + d;
  for (int i = 0; i < n; i++)
    p[i] += loc[i & 63];
  if (d < 5) {
    depth++;
    work(p, n / 2, d + 1);
    work(p + n / 2, n - n / 2, d + 1);
  }
  for (int i = 0; i < n; i++)
    p[i] ^= loc[(i + depth) & 63];
}
int main(void) {
  work(a, 4000, 0);
  unsigned h = 0;
  for (int i = 0; i < 4000; i++)
    h = h * 31 + a[i];
  printf("%u %d\n", h, depth);
  return 0;
}
