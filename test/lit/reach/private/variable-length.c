// Arrays whose size only the running program knows.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
static double in[100][1000], out[100][1000];

static void each(int rows, int n) {
  double w[n];
  // CHECK: [[#@LINE+2]]:3 each: doall
  // CHECK: private 'w' allocated
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < n; j++)
      w[j] = in[i][j] + 1;
    for (int j = 0; j < n; j++)
      out[i][j] = w[n - 1 - j];
  }
}

/* One element more is read than is written. */
static void more(int rows, int n) {
  double w[n + 1];
  w[n] = 1;
  // CHECK: [[#@LINE+1]]:3 more: sequential  [carried-dependence]
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < n; j++)
      w[j] = in[i][j] + 1;
    for (int j = 0; j < n; j++)
      out[i][j] = w[n - j];
    w[n] = i;
  }
}

int main(int argc, char **argv) {
  each(100, atoi(argv[1]));
  more(100, atoi(argv[1]));
  printf("%g\n", out[3][4]);
}
