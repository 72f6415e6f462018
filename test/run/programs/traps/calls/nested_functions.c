// SPDX-License-Identifier: Apache-2.0
// CC: gcc
// FLAGS: -w  -lm -pthread
//
// Nested functions write variables of the function around them.
#include <stdio.h>
static int a[500], b[500];
int main(void) {
  int base = 3, total = 0;
  int loc[500];
  auto int f(int x);
  int f(int x) {
    total += x & 1;
    return x + base;
  }
  auto void fillit(int v);
  void fillit(int v) {
    for (int i = 0; i < 500; i++)
      loc[i] = v + i;
  }
  for (int t = 0; t < 3; t++) {
    fillit(t);
    for (int i = 0; i < 500; i++)
      a[i] += f(loc[i]);
    base++;
    for (int i = 0; i < 500; i++)
      b[i] ^= a[499 - i] + base;
  }
  unsigned h = 0;
  for (int i = 0; i < 500; i++)
    h = h * 31 + a[i] + b[i] * 3;
  printf("%u %d\n", h, total);
  return 0;
}
