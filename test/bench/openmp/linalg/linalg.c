/* SPDX-License-Identifier: Apache-2.0
 * The example of this name, parallelized by hand with OpenMP. */
#include "linalg.h"

#include <math.h>

void multiply(int rows, int inner, int cols, const double *restrict a,
              const double *restrict b, double *restrict c) {
  int i, j, k;

#pragma omp parallel for schedule(static) private(j, k)
  for (i = 0; i < rows; i++) {
    for (j = 0; j < cols; j++)
      c[i * cols + j] = 0.0;
    for (k = 0; k < inner; k++) {
      double factor = a[i * inner + k];
      for (j = 0; j < cols; j++)
        c[i * cols + j] += factor * b[k * cols + j];
    }
  }
}

int lu_factor(int n, double *a, int *pivot) {
  int i, j, k, singular = 0;

#pragma omp parallel private(i, j, k)
  for (k = 0; k < n; k++) {
#pragma omp single
    {
      int best = k;
      for (i = k + 1; i < n; i++)
        if (fabs(a[i * n + k]) > fabs(a[best * n + k]))
          best = i;
      pivot[k] = best;
      if (a[best * n + k] == 0.0)
        singular = 1;
      if (best != k) {
        for (j = 0; j < n; j++) {
          double t = a[k * n + j];
          a[k * n + j] = a[best * n + j];
          a[best * n + j] = t;
        }
      }
    }
    if (singular)
      break;
#pragma omp for schedule(static)
    for (i = k + 1; i < n; i++) {
      double factor = a[i * n + k] / a[k * n + k];
      a[i * n + k] = factor;
      for (j = k + 1; j < n; j++)
        a[i * n + j] -= factor * a[k * n + j];
    }
  }
  return singular ? -1 : 0;
}

void lu_solve(int n, const double *a, const int *pivot, double *b) {
  int i, j;

  for (i = 0; i < n; i++) {
    double t = b[pivot[i]];
    b[pivot[i]] = b[i];
    b[i] = t;
  }
  for (i = 0; i < n; i++)
    for (j = 0; j < i; j++)
      b[i] -= a[i * n + j] * b[j];
  for (i = n - 1; i >= 0; i--) {
    for (j = i + 1; j < n; j++)
      b[i] -= a[i * n + j] * b[j];
    b[i] /= a[i * n + i];
  }
}

double residual(int n, const double *a, const double *x, const double *b) {
  double worst = 0.0;
  int i, j;

  for (i = 0; i < n; i++) {
    double sum = b[i];
    for (j = 0; j < n; j++)
      sum -= a[i * n + j] * x[j];
    if (fabs(sum) > worst)
      worst = fabs(sum);
  }
  return worst;
}
