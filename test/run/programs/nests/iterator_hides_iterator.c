// SPDX-License-Identifier: Apache-2.0
//
// An inner loop's iterator has the name of an outer one.
// HOCKETCC: --always-transform
#include <stdio.h>
unsigned a[64][64], d[64][64];
__attribute__((noinline)) void f(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < m; j++) {
      unsigned s = 0;
      for (int j = 0; j < m; j++)
        s += a[i][j];
      d[i][0] += s;
    }
}
int main(void) {
  for (volatile int i = 0; i < 4096; i++)
    a[i / 64][i % 64] = i * 7u;
  f(20, 30);
  for (volatile int i = 0; i < 20; i++)
    printf("%u\n", d[i][0]);
}
