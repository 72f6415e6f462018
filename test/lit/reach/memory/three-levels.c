// Pointers to pointers to rows.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>

static double ***make(int n) {
  double ***t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++) {
    t[i] = malloc(n * sizeof **t);
    for (int j = 0; j < n; j++)
      t[i][j] = malloc(n * sizeof ***t);
  }
  return t;
}

/* Each plane has the same rows. */
static double ***makeShared(int n) {
  double ***t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    t[i] = malloc(n * sizeof **t);
  for (int j = 0; j < n; j++) {
    double *row = malloc(n * sizeof *row);
    for (int i = 0; i < n; i++)
      t[i][j] = row;
  }
  return t;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  double ***t = make(n), ***u = makeShared(n);
  // CHECK: [[#@LINE+2]]:3 main: doall
  // CHECK: [[#@LINE+2]]:5 main: doall
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        t[i][j][k] = i + j * k;
  // CHECK: [[#@LINE+1]]:3 main: sequential
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        u[i][j][k] = i + j * k;
  printf("%g %g\n", t[1][1][1], u[1][1][1]);
}
