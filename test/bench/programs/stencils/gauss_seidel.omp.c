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

enum { Block = 100, Blocks = (N + Block - 1) / Block };

static double u[N + 2][N + 2];

static void relax(int rowBlock, int columnBlock) {
  int lastRow = rowBlock * Block + Block < N ? rowBlock * Block + Block : N;
  int lastColumn =
      columnBlock * Block + Block < N ? columnBlock * Block + Block : N;
  for (int i = rowBlock * Block + 1; i <= lastRow; i++)
    for (int j = columnBlock * Block + 1; j <= lastColumn; j++)
      u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

// Block (i, j) of sweep s runs in front 2 s + i + j: after its neighbours above
// and left in this sweep, and below and right in the sweep before.
static void sweeps(void) {
#pragma omp parallel
  for (int front = 0; front <= 2 * (SWEEPS - 1) + 2 * (Blocks - 1); front++)
#pragma omp for collapse(2) schedule(dynamic)
    for (int s = 0; s < SWEEPS; s++)
      for (int i = 0; i < Blocks; i++) {
        int j = front - 2 * s - i;
        if (j >= 0 && j < Blocks)
          relax(i, j);
      }
}

int main(void) {
  for (int i = 0; i < N + 2; i++) {
    u[i][0] = 1.0;
    u[0][i] = (double)i / (N + 1);
    u[N + 1][i] = 0.5;
  }
  sweeps();
  double sum = 0.0;
  for (int i = 1; i <= N; i++)
    sum += u[i][i] + u[i][N + 1 - i];
  printf("sum %.17g, middle %.17g\n", sum, u[N / 2][N / 2]);
  return 0;
}
