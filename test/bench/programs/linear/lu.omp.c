// SPDX-License-Identifier: Apache-2.0
// LU factorization with partial pivoting, and the solution of one system.
//
// SMALL: 80
//
// In each step the search for the pivot is a selection, and the elimination of
// the rows below is independent for each row.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void swap_rows(double *restrict x, double *restrict y, int n) {
  for (int j = 0; j < n; j++) {
    double t = x[j];
    x[j] = y[j];
    y[j] = t;
  }
}

static int pivot_row(int n, double **row, int k) {
  int best = k;
  for (int i = k + 1; i < n; i++)
    if (fabs(row[i][k]) > fabs(row[best][k]))
      best = i;
  return best;
}

static int factorize(int n, double **row, int *order) {
  for (int k = 0; k < n; k++) {
    int p = pivot_row(n, row, k);
    order[k] = p;
    if (row[p][k] == 0.0)
      return -1;
    if (p != k)
      swap_rows(row[p], row[k], n);
    const double *upper = row[k];
#pragma omp parallel for schedule(static)
    for (int i = k + 1; i < n; i++) {
      double *r = row[i];
      double factor = r[k] / upper[k];
      r[k] = factor;
      for (int j = k + 1; j < n; j++)
        r[j] -= factor * upper[j];
    }
  }
  return 0;
}

static void solve(int n, double *const *row, const int *order, double *x) {
  for (int k = 0; k < n; k++) {
    double t = x[k];
    x[k] = x[order[k]];
    x[order[k]] = t;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      x[i] -= row[i][j] * x[j];
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      x[i] -= row[i][j] * x[j];
    x[i] /= row[i][i];
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2000;
  double **row = malloc(n * sizeof *row);
  double *x = malloc(n * sizeof *x);
  int *order = malloc(n * sizeof *order);
  unsigned state = 12345;
  if (n < 1 || !row || !x || !order)
    return 1;
  for (int i = 0; i < n; i++) {
    row[i] = malloc(n * sizeof **row);
    for (int j = 0; j < n; j++) {
      state = state * 1664525u + 1013904223u;
      row[i][j] = (state >> 8) / 16777216.0 - 0.5;
    }
    x[i] = 1.0 + i % 10;
  }
  if (factorize(n, row, order) != 0) {
    printf("singular\n");
    return 1;
  }
  solve(n, row, order, x);
  double norm = 0.0;
  for (int i = 0; i < n; i++)
    norm += fabs(x[i]);
  printf("norm %.17g, x[0] %.17g, x[n-1] %.17g\n", norm, x[0], x[n - 1]);
  for (int i = 0; i < n; i++)
    free(row[i]);
  free(row);
  free(x);
  free(order);
  return 0;
}
