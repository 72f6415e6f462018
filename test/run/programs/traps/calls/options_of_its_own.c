// SPDX-License-Identifier: Apache-2.0
//
// Functions that are compiled with other options than the rest of the file:
// what is emitted for tasks would not have them.
#include <limits.h>
#include <stdio.h>

#define N 5000

static int t[N];
static double a[N], b[N], c[N];

__attribute__((noinline, optimize("wrapv"))) static int wraps(int n, int k) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    t[i] = t[i] + k > t[i];
    sum += t[i];
  }
  return sum;
}

static int wraps_later(int n, int k) __attribute__((noinline))
__attribute__((__optimize__("-fwrapv")));

#pragma GCC push_options
#pragma GCC optimize("wrapv")
__attribute__((noinline)) static int wraps_between(int n, int k) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    t[i] = t[i] + k > t[i];
    sum += t[i];
  }
  return sum;
}
#pragma GCC pop_options

static int wraps_later(int n, int k) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    t[i] = t[i] + k > t[i];
    sum += t[i];
  }
  return sum;
}

/* clang fuses products with sums, but not here. */
static void unfused(int n) {
#pragma STDC FP_CONTRACT OFF
  for (int i = 0; i < n; i++)
    c[i] = c[i] * b[i] - a[i];
}

static void divide(int n) {
  for (int i = 0; i < n; i++)
    a[i] += b[i] / 7.3 + c[i] / 7.3;
}

static void restart(void) {
  for (int i = 0; i < N; i++)
    t[i] = INT_MAX - i % 5;
}

#pragma GCC push_options
#pragma GCC optimize("fast-math")

static void divide_fast(int n) {
  for (int i = 0; i < n; i++)
    a[i] += b[i] / 7.1 + c[i] / 7.1;
}

#pragma GCC pop_options

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i / 7.0;
    b[i] = i / 3.0;
    c[i] = 1 / (i + 1.7);
  }
  restart();
  printf("%d", wraps(N, 3));
  restart();
  printf(" %d", wraps_between(N, 3));
  restart();
  printf(" %d\n", wraps_later(N, 3));
  unfused(N);
  divide(N);
  divide_fast(N);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 0.5 + a[i];
  printf("%.17g %.17g\n", sum, a[N / 2]);
  return 0;
}
