// SPDX-License-Identifier: Apache-2.0
// Cholesky factorization of a symmetric positive definite matrix, in place in
// the lower triangle, column by column (right-looking).
//
// SMALL: -DN=90
//
// For each column, the rows below are scaled and updated independently; the
// rows get shorter, so their work is triangular.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 2000
#endif

static void fill(double *a, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      a[i * n + j] = 1.0 / (1 + i - j);
    a[i * n + i] += n;
  }
}

/// Returns 0, or the number of the column that is not positive.
static int factorize(double *a, int n) {
  for (int k = 0; k < n; k++) {
    double pivot = a[k * n + k];
    if (pivot <= 0.0)
      return k + 1;
    pivot = sqrt(pivot);
    a[k * n + k] = pivot;
    for (int i = k + 1; i < n; i++)
      a[i * n + k] /= pivot;
    for (int i = k + 1; i < n; i++) {
      double factor = a[i * n + k];
      for (int j = k + 1; j <= i; j++)
        a[i * n + j] -= factor * a[j * n + k];
    }
  }
  return 0;
}

int main(void) {
  int n = N;
  double *a = malloc((size_t)n * n * sizeof *a);
  if (!a) {
    fprintf(stderr, "cholesky: out of memory\n");
    return 1;
  }
  fill(a, n);
  int bad = factorize(a, n);
  if (bad)
    printf("column %d is not positive\n", bad);
  double logarithm = 0.0;
  for (int i = 0; i < n; i++)
    logarithm += 2.0 * log(a[i * n + i]);
  printf("log determinant %.17g, last row", logarithm);
  for (int j = n - 4; j < n; j++)
    printf(" %.17g", a[(n - 1) * n + j]);
  printf("\n");
  free(a);
  return 0;
}
