// Two calls that are each parallel inside, with waits, and need nothing of each
// other: each has half of the cores.
// RUN: %hocketcc -O2 --soc=generic-4 --no-fallback -Rhocket %s -o %t 2>&1 | %FileCheck %s
// RUN: env HOCKET_CORES=4 %t > %t.out && %cc -O2 %s -o %t && %t | diff %t.out -
#include <stdio.h>
enum { N = 1000, T = 500 };
static double a[N], b[N], c[N], d[N];

static void relax(double *x, double *y) {
  // CHECK: remark: cores are divided among what may run at the same time: 2 for the loop at line [[#@LINE+1]], 2 for the loop at line [[#@LINE+1]]; {{.*}} [-Rhocket=core-groups]
  for (int t = 0; t < T; t++) {
    for (int i = 1; i < N - 1; i++)
      y[i] = 0.5 * x[i] + 0.25 * (x[i - 1] + x[i + 1]);
    for (int i = 1; i < N - 1; i++)
      x[i] = 0.5 * y[i] + 0.25 * (y[i - 1] + y[i + 1]);
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = c[i] = i % 7;
  // CHECK: call of 'relax' is a level of the task graph of 'main': what it holds runs beside the call at line [[#@LINE+3]]; {{.*}} [-Rhocket=call-is-level]
  relax(a, b);
  // CHECK: call of 'relax' is a level of the task graph of 'main': what it holds runs beside the call at line [[#@LINE-1]]; {{.*}} [-Rhocket=call-is-level]
  relax(c, d);
  printf("%f %f\n", a[50], c[50]);
  return 0;
}
