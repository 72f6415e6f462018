// Rows of an array of pointers, each from a call of malloc of its own, are
// different memory; unless the program ever moves a row.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
static double **make(int n) {
  double **m = malloc(n * sizeof *m);
  for (int i = 0; i < n; i++)
    m[i] = malloc(n * sizeof **m);
  return m;
}
static double **makeOther(int n) {
  double **m = malloc(n * sizeof *m);
  for (int i = 0; i < n; i++)
    m[i] = malloc(n * sizeof **m);
  return m;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  double **a = make(n), **b = makeOther(n);
  double *first = b[0];
  b[0] = b[1];
  b[1] = first;

  // CHECK: [[#@LINE+1]]:3 main: doall
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = i + 2 * j;

  // After an exchange of two rows nothing is known of b's, and where not all
  // of them are used there is no looking at them before.
  // CHECK: [[#@LINE+2]]:3 main: sequential  [shared-rows]
  // CHECK-NEXT: note [[#@LINE+4]]:9 writes 'b[i][j]'
  for (int i = 0; i < n; i++)
    if (a[0][i] > 1)
      for (int j = 0; j < n; j++)
        b[i][j] = i + 2 * j;

  // One iteration's row is the next one's.
  // CHECK: [[#@LINE+1]]:3 main: sequential  [carried-dependence] {{.*}} 'a[i][j]' depends on 'a[i + 1][j]' of the iteration before
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n; j++)
      a[i + 1][j] = a[i][j] + 1;
  printf("%g %g\n", a[1][1], b[1][1]);
}
