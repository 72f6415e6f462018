// Widths that are numbers, and bounds that nobody knows: rows do not meet as
// long as subscripts stay inside one, which the entry tests.
// RUN: %hocketcc -O2 --stop-after=polyhedral --print-after=polyhedral %s -o %t | %FileCheck %s
#include <stdlib.h>

static void rows(double *m, int n, int w) {
  // CHECK: [[#@LINE+1]]:3 rows: doall
  for (int i = 0; i < n; i++)
    for (int j = 0; j < w; j++)
      m[i * 64 + j] += i + j;
  // What is read of other rows is carried.
  // CHECK: [[#@LINE+1]]:3 rows: sequential  [carried-dependence]
  for (int i = 1; i < n; i++)
    for (int j = 0; j < w; j++)
      m[i * 64 + j] = m[(i - 1) * 64 + j];
  // Always beyond the row.
  // CHECK: [[#@LINE+1]]:3 rows: sequential
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 70; j++)
      m[i * 64 + j] += i + j;
  // No stride is a multiple of the other.
  // CHECK: [[#@LINE+1]]:3 rows: sequential
  for (int i = 0; i < n; i++)
    for (int j = 0; j < w; j++)
      m[i * 64 + j * 7] += i + j;
}

static double cells[64][25][5];

static void step(double *p, const double *q) {
  for (int k = 0; k < 5; k++)
    p[k] = p[k] * 0.5 + q[k];
}

static void rowsOfCalls(int n, int w) {
  for (int i = 1; i < n; i++)
    // CHECK: [[#@LINE+1]]:5 rowsOfCalls: doall
    for (int j = 0; j < w; j++)
      step(cells[i][j], cells[i - 1][j]);
  // CHECK: [[#@LINE+1]]:3 rowsOfCalls: doall
  for (int j = 0; j < w; j++)
    for (int i = 1; i < n; i++)
      step(cells[i][j], cells[i - 1][j]);
}

int main(int argc, char **argv) {
  (void)argv;
  rows(calloc(10000, sizeof(double)), argc, argc + 1);
  rowsOfCalls(argc, argc + 1);
  return 0;
}
