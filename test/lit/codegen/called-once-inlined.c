// A function that the user's program calls once stays asked for where the call
// around it was written out in place, so that by now several stand there.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
// RUN: %hocketcc -O3 -Wall -Wextra -Werror %s -o %t && %t
#include <stdio.h>
#define N 4000
static double a[N], b[N];

// CHECK: always_inline__)) double leaf(double x);
static double leaf(double x) {
  double s = x;
  for (int i = 0; i < 40; i++)
    s = s * 0.5 + x / (i + 1) + (s > 3 ? 1 : 2);
  return s;
}

// The call is written out in main, and its own text stays.
// CHECK: __unused__{{.*}} void step(
// CHECK: leaf(
static void step(double *to, const double *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = leaf(from[i]);
}

// CHECK: int main
// CHECK: leaf(
int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < N; i++)
    a[i] = i;
  double last = 0;
  for (int t = 0; t < 50 * argc; t++) {
    step(b, a, N);
    step(a, b, N - 1);
    last += a[t] - b[t];
  }
  printf("%g\n", last);
  return 0;
}
