// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Volatile variables between parallel loops.
#include <stdio.h>
static volatile int v;
static int a[500];
static volatile int va[500];
static const int k[4] = {1, 2, 3, 4};
int main(void) {
  const int c = 4;
  for (int i = 0; i < 500; i++)
    a[i] = k[i % 4] * c;
  for (int i = 0; i < 500; i++)
    va[i] = a[i];
  v = 3;
  for (int i = 0; i < 500; i++)
    a[i] += v;
  for (int t = 0; t < 3; t++) {
    volatile int z = t;
    for (int i = 0; i < 500; i++)
      a[i] += 2 * t;
    for (int i = 0; i < 500; i++)
      a[i] ^= z;
    v++;
  }
  printf("%d %d %d\n", a[6], v, va[8]);
  return 0;
}
