// SPDX-License-Identifier: Apache-2.0
//
// Pragmas that compilers want a loop behind, above loops that regions begin
// with, end with and hold inside.
#include <stdio.h>

#define N 10000

static int a[N], b[N];

static int first(int n) {
  int sum = 0;
#pragma GCC ivdep
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 3;

#pragma GCC unroll 4
  // A comment between.
  for (int i = 0; i < n; i++)
    sum += a[i] & 7;
  if (sum > 3) {
#pragma GCC unroll 2
#pragma GCC ivdep
    for (int i = 0; i < n; i++)
      b[i] ^= sum;
  }
  return sum;
}

static int nested(int n) {
  int sum = 0;
  for (int t = 0; t < 3; t++) {
#pragma GCC unroll 8
    for (int i = 0; i < n; i++) {
#pragma GCC unroll 2
      for (int j = 0; j < 4; j++)
        a[i] += b[i] >> j;
    }
  }
  _Pragma("GCC unroll 4") for (int i = 0; i < n; i++) sum ^= a[i];
  return sum;
}

static int find(int n, int key) {
#pragma GCC unroll 4
  for (int i = 0; i < n; i++)
    if (a[i] == key)
      return i;
  return -1;
}

int main(void) {
  for (int i = 0; i < N; i++)
    b[i] = i * 7 % 1001;
  for (int n = 0; n <= N; n += N / 2) {
    int sum = first(n), other = nested(n);
    printf("%d %d %d %d\n", sum, other, find(n, a[n / 3]), find(n, -12345));
  }
  return 0;
}
