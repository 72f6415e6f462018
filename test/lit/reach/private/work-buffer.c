// A buffer from malloc that each iteration writes before it reads it.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdio.h>
#include <stdlib.h>
static double in[100][1000], out[100][1000];

static void reverse(int rows, int n) {
  double *tmp = malloc(n * sizeof *tmp);
  // CHECK: [[#@LINE+2]]:3 reverse: doall
  // CHECK: private '*tmp' allocated
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < n; j++)
      tmp[j] = in[i][j] * 2;
    for (int j = 0; j < n; j++)
      out[i][j] = tmp[n - 1 - j];
  }
  free(tmp);
}

/* The first element is what the iteration before left. */
static void carry(int rows, int n) {
  double *tmp = calloc(n, sizeof *tmp);
  // CHECK: [[#@LINE+1]]:3 carry: sequential  [carried-dependence]
  for (int i = 0; i < rows; i++) {
    for (int j = 1; j < n; j++)
      tmp[j] = in[i][j] * 2;
    for (int j = 0; j < n; j++)
      out[i][j] = tmp[n - 1 - j];
    tmp[0] += tmp[n - 1];
  }
  free(tmp);
}

int main(int argc, char **argv) {
  reverse(100, atoi(argv[1]));
  carry(100, atoi(argv[1]));
  printf("%g\n", out[3][4]);
}
