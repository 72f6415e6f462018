// SPDX-License-Identifier: Apache-2.0
//
// Variables declared register: nothing may take their address, the frame of a
// region neither.
#include <stdio.h>

#define N 20000

struct totals {
  int sum, most;
};

static int a[N], b[N];

static struct totals count(const int *x, int n) {
  register struct totals t = {0, -1};
  for (int i = 0; i < n; i++)
    t.sum += x[i];
  for (int i = 0; i < n; i++)
    if (x[i] > t.most)
      t.most = x[i];
  return t;
}

static long scale(register int *x, register int n, register int factor) {
  register long sum = 0;
  register struct totals t = {factor, n};
  for (register int i = 0; i < n; i++)
    x[i] = a[i] * t.sum + t.most;
  for (register int i = 0; i < n; i++)
    sum += x[i] % 7;
  return sum;
}

int main(void) {
  for (register int i = 0; i < N; i++)
    a[i] = i * 7 % 1001;
  for (int n = 0; n <= N; n += N / 4) {
    struct totals t = count(a, n);
    printf("%d %d %ld\n", t.sum, t.most, scale(b, n, 3 + n % 5));
  }
  return 0;
}
