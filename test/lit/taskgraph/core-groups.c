// A long call beside a chain of loops with waits leaves the chain the other
// cores; branches whose sides hold two tasks each have two cores each.
// RUN: %hocketcc -O2 --soc=generic-4 --no-fallback --no-inlining --stop-after=scheduling --print-after=scheduling %s -o %t | %FileCheck %s
#include <stdio.h>
enum { N = 4000, T = 500 };
static double a[N], b[N], c[N], d[N], h[N];

static void smooth(double *p, int rounds, double k) {
  for (int r = 0; r < rounds; r++)
    for (int i = 1; i < N; i++)
      p[i] = p[i] * k + p[i - 1] * (1 - k);
}

static void beside(void) {
  smooth(h, 300, 0.5);
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < N - 1; i++)
      b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1]);
    for (int i = 1; i < N - 1; i++)
      a[i] = 0.5 * b[i] + 0.25 * (b[i - 1] + b[i + 1]);
  }
}

static void branches(int mode) {
  for (int t = 0; t < T; t++) {
    if (mode + t & 1) {
      smooth(a, 2, 0.3);
      smooth(b, 2, 0.4);
    }
    if (mode + t & 2) {
      smooth(c, 2, 0.5);
      smooth(d, 2, 0.6);
    }
  }
}

int main(int argc, char **argv) {
  (void)argv;
  beside();
  // CHECK: region
  // CHECK-NEXT: level 0
  // CHECK: core 3: {{.*}}call
  // CHECK: level 1
  // CHECK-NOT: core 3
  // CHECK: region
  // CHECK: level 2
  // CHECK-NEXT: core 0: {{{[0-9]+}} call
  // CHECK-NEXT: core 1: {{{[0-9]+}} call
  // CHECK-NEXT: level 3
  // CHECK-NEXT: core 2: {{{[0-9]+}} call
  // CHECK-NEXT: core 3: {{{[0-9]+}} call
  branches(argc);
  printf("%f %f %f %f %f\n", a[50], b[50], c[50], d[50], h[50]);
  return 0;
}
