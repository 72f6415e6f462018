// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients for Poisson's equation on a square grid, until the
// residual is small enough.
//
// SMALL: -DN=60
//
// All vector operations are parallel; scalar products are sums of sums of rows,
// which keeps the order of additions whoever computes the rows. The loop ends
// when the residual says so.
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 900
#endif
#define TOLERANCE 1e-5

static double x[N + 2][N + 2], r[N + 2][N + 2], p[N + 2][N + 2],
    q[N + 2][N + 2];
static double rows[N + 2];

static double dot(double u[N + 2][N + 2], double v[N + 2][N + 2]) {
  for (int i = 1; i <= N; i++) {
    double sum = 0.0;
    for (int j = 1; j <= N; j++)
      sum += u[i][j] * v[i][j];
    rows[i] = sum;
  }
  double sum = 0.0;
  for (int i = 1; i <= N; i++)
    sum += rows[i];
  return sum;
}

/// q = A p for the five-point Laplacian.
static void apply(void) {
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++)
      q[i][j] =
          4.0 * p[i][j] - p[i - 1][j] - p[i + 1][j] - p[i][j - 1] - p[i][j + 1];
}

static int solve(double *residual) {
  int steps = 0;
  double rho = dot(r, r);
  while (sqrt(rho) > TOLERANCE && steps < 10 * N) {
    apply();
    double alpha = rho / dot(p, q);
    for (int i = 1; i <= N; i++)
      for (int j = 1; j <= N; j++) {
        x[i][j] += alpha * p[i][j];
        r[i][j] -= alpha * q[i][j];
      }
    double next = dot(r, r);
    double beta = next / rho;
    for (int i = 1; i <= N; i++)
      for (int j = 1; j <= N; j++)
        p[i][j] = r[i][j] + beta * p[i][j];
    rho = next;
    steps++;
  }
  *residual = sqrt(rho);
  return steps;
}

int main(void) {
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++)
      r[i][j] = p[i][j] = ((i * 13 + j * 29) % 101 - 50) / 1000.0;
  double residual;
  int steps = solve(&residual);
  printf("%d steps, residual %.17g, centre %.17g\n", steps, residual,
         x[N / 2][N / 2]);
  return 0;
}
