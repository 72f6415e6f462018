// Returns of a function that is written out in place, and the variables of the
// caller that stand for its parameters.
// RUN: %hocketcc -O2 --soc=generic-4 --always-parallel --stop-after=codegen --print-after=codegen %s -o %t | %FileCheck %s
#include <stdio.h>
static double x[3000];

static int scale(double *a, int m, int *left) {
  if (m < 1)
    return -1;
  for (int i = 0; i < m; i++)
    a[i] *= 0.5;
  *left -= m;
  return m;
}

int main(int argc, char **argv) {
  (void)argv;
  int left = 30000, m = argc * 1000, done = 0;
  // CHECK: for (int s = 0; s < 20; s++) {
  // CHECK: int scale_1; { double *a = (x);{{ *$}}
  // CHECK: if (m < 1)
  // CHECK-NEXT: { scale_1 = (-1); } else {
  // CHECK: *(&left) -= m;
  // CHECK-NEXT: { scale_1 = (m); }
  // CHECK-NEXT: }}
  // CHECK: # [[#@LINE+3]] "{{.*}}returns.c"
  for (int s = 0; s < 20; s++) {
    // CHECK: done += scale_1;
    done += scale(x, m, &left);
  }
  printf("%d %d %f\n", left, done, x[8]);
  return 0;
}
