// A call whose loops wait for each other, beside a call for one core.
// RUN: %hocketcc -O2 --soc=generic-4 --no-fallback -Rhocket %s -o %t 2>&1 | %FileCheck %s
// RUN: env HOCKET_CORES=4 %t > %t.out && %cc -O2 %s -o %t && %t | diff %t.out -
// RUN: %hocketcc -O2 --soc=generic-4 --no-fallback --no-inlining -Rhocket %s -o %t 2>&1 | %FileCheck %s --check-prefix=AS-WRITTEN
// AS-WRITTEN: region of
// AS-WRITTEN-NOT: =call-is-level]
#include <stdio.h>
enum { N = 4000, T = 60 };
static double a[N], b[N];
static unsigned counts[1024];

static void smooth(double *x, double *y, int n) {
  // CHECK: call-is-level.c:[[#@LINE+1]]:3: remark: cores are divided among what may run at the same time: {{[23]}} for the loop at line [[#@LINE+1]]; {{.*}} [-Rhocket=core-groups]
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < n - 1; i++)
      y[i] = 0.5 * x[i] + 0.25 * (x[i - 1] + x[i + 1]);
    for (int i = 1; i < n - 1; i++)
      x[i] = y[i] / (1.5 + y[i] * y[i]);
  }
}

static void count(unsigned *h, unsigned seed) {
  for (int t = 0; t < 300000; t++) {
    seed = (seed * 1664525u + 1013904223u) ^ (seed >> 3);
    h[seed % 1024] += seed & 7;
  }
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < N; i++)
    a[i] = i;
  // CHECK: call-is-level.c:[[#@LINE+1]]:3: remark: call of 'smooth' is a level of the task graph of 'main': what it holds runs beside the call at line [[#@LINE+2]]; this saves {{[0-9.]+}} us [-Rhocket=call-is-level]
  smooth(a, b, N);
  count(counts, argc);
  printf("%.17g %u\n", a[77], counts[5]);
  return 0;
}
