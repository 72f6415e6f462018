// Subscripts a[i * n + j] by hand: rows do not meet as long as j stays inside one.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdlib.h>

static void linear(double *m, int n) {
  // CHECK: [[#@LINE+1]]:3 linear: doall
  for (int i = 0; i < n; i++)
    // CHECK: [[#@LINE+1]]:5 linear: doall
    for (int j = 0; j < n; j++)
      m[i * n + j] = i + j;
  // One too far: the end of a row is the start of the next.
  // CHECK: [[#@LINE+1]]:3 linear: sequential
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++)
      m[i * n + j] = i + j;
  // CHECK: [[#@LINE+1]]:3 linear: sequential  [carried-dependence]
  for (int i = 1; i < n; i++)
    // CHECK: [[#@LINE+1]]:5 linear: doall
    for (int j = 0; j < n; j++)
      m[i * n + j] = m[(i - 1) * n + j];
}

int main(int argc, char **argv) {
  (void)argv;
  linear(calloc(10000, sizeof(double)), argc);
  return 0;
}
