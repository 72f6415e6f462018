// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Variables with a cleanup function.
#include <stdio.h>
static int a[500], b[500];
static void done(int *p) {
  printf("done %d\n", *p);
  b[3] += *p;
}
static void arr(int (*p)[500]) { printf("arr %d\n", (*p)[7]); }
static int work(int n) {
  for (int i = 0; i < n; i++)
    a[i] += i;
  {
    int v __attribute__((cleanup(done))) = a[4];
    int w[500] __attribute__((cleanup(arr)));
    for (int i = 0; i < n; i++)
      w[i] = a[i] + v;
    for (int i = 0; i < n; i++)
      b[i] += w[n - 1 - i];
    v++;
  }
  for (int i = 0; i < n; i++)
    a[i] ^= b[i];
  return b[3];
}
int main(void) {
  printf("%d\n", work(500));
  for (int t = 0; t < 2; t++) {
    int z __attribute__((cleanup(done))) = t;
    for (int i = 0; i < 500; i++)
      a[i] += z;
    for (int i = 0; i < 500; i++)
      b[i] += a[i];
  }
  printf("%d %d\n", a[5], b[3]);
  return 0;
}
