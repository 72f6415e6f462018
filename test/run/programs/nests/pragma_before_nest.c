// SPDX-License-Identifier: Apache-2.0
//
// A pragma for the loop that is replaced by a block.
// HOCKETCC: --always-transform
#include <stdio.h>
unsigned a[64][64], d[64][64];
__attribute__((noinline)) void f(int n) {
#pragma GCC ivdep
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      d[i][j] += a[j][i];
}
int main(void) {
  for (volatile int i = 0; i < 4096; i++)
    a[i / 64][i % 64] = i * 7u;
  f(20);
  unsigned h = 0;
  for (volatile int i = 0; i < 4096; i++)
    h = h * 31 + d[i / 64][i % 64];
  printf("%u\n", h);
}
