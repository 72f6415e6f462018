// SPDX-License-Identifier: Apache-2.0
// Gauss-Seidel for Laplace's equation: the sweep works in place and uses the
// new values above and to the left.
//
// SMALL: -DN=50 -DSWEEPS=6
//
// Points on one anti-diagonal are independent: a wavefront over blocks, and
// over the sweeps, too.
#include <stdio.h>

#ifndef N
#define N 1000
#define SWEEPS 200
#endif

static double u[N + 2][N + 2];

static void sweep(void) {
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++)
      u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

int main(void) {
  for (int i = 0; i < N + 2; i++) {
    u[i][0] = 1.0;
    u[0][i] = (double)i / (N + 1);
    u[N + 1][i] = 0.5;
  }
  for (int s = 0; s < SWEEPS; s++)
    sweep();
  double sum = 0.0;
  for (int i = 1; i <= N; i++)
    sum += u[i][i] + u[i][N + 1 - i];
  printf("sum %.17g, middle %.17g\n", sum, u[N / 2][N / 2]);
  return 0;
}
