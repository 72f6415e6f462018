// SPDX-License-Identifier: Apache-2.0
// The product of two dense matrices, and of the result with a vector.
//
// SMALL: -DN=70
//
// Every row of the product is independent. The innermost loop runs along rows,
// so that it vectorizes without reordering a sum.
#include <stdio.h>

#ifndef N
#define N 1600
#endif

static double a[N][N], b[N][N], c[N][N];
static double x[N], y[N];

static void fill(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
    x[i] = 1.0 / (i + 1);
    for (int j = 0; j < N; j++) {
      a[i][j] = (double)((i * 7 + j * 3) % 19) / 19.0;
      b[i][j] = (double)((i * 5 + j * 11) % 23) / 23.0;
    }
  }
}

static void multiply(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++)
      c[i][j] = 0.0;
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++)
        c[i][j] += a[i][k] * b[k][j];
  }
}

static void apply(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
    double sum = 0.0;
    for (int j = 0; j < N; j++)
      sum += c[i][j] * x[j];
    y[i] = sum;
  }
}

int main(void) {
  fill();
  multiply();
  apply();
  double trace = 0.0, sum = 0.0;
  for (int i = 0; i < N; i++) {
    trace += c[i][i];
    sum += y[i];
  }
  printf("trace %.17g, sum %.17g\n", trace, sum);
  return 0;
}
