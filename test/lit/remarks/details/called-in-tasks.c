// A function that tasks call has no region of its own; the remark says so.
// RUN: %hocketcc -O2 --soc=generic-4 --cores=2 -Rhocket-missed=not-in-region %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
#define SIZE 4000000
double a[SIZE], b[SIZE];

static void scale(double *to, int n) {
  // CHECK: called-in-tasks.c:[[#@LINE+2]]:3: remark: loop is parallel but not run so: 'scale' is called within macro-tasks only, which one core runs as a whole
  // CHECK-NEXT: help: --no-call-tasks forms regions in called functions instead
  for (int i = 0; i < n; i++)
    to[i] = to[i] / 3;
}

static double walk(const double *from, int n) {
  double at = 0;
  for (int i = 0; i < n; i++)
    at = (at + from[i]) / 3;
  return at;
}

int main(int argc, char **argv) {
  (void)argc;
  for (int i = 0; i < SIZE; i++)
    a[i] = b[i] / 3 + i;
  for (int i = 0; i < SIZE; i++)
    b[i] = a[SIZE - 1 - i];
  int n = atoi(argv[1]);
  scale(a, SIZE);
  double end = walk(b, SIZE);
  printf("%f %f %f\n", a[n], b[n], end);
  return 0;
}
