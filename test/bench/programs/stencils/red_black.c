// SPDX-License-Identifier: Apache-2.0
// Successive over-relaxation with red and black points, until the greatest
// change of a sweep is small.
//
// SMALL: -DN=40
//
// Points of one colour are independent; the greatest change is a maximum, which
// is exact in any order.
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 512
#endif
#define LIMIT 2e-5

static double u[N + 2][N + 2], f[N + 2][N + 2];

static double relax(int colour, double omega) {
  double greatest = 0.0;
  for (int i = 1; i <= N; i++)
    for (int j = 1 + (i + colour) % 2; j <= N; j += 2) {
      double change = omega * (0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] +
                                       u[i][j + 1] - f[i][j]) -
                               u[i][j]);
      u[i][j] += change;
      greatest = fmax(greatest, fabs(change));
    }
  return greatest;
}

int main(void) {
  for (int i = 0; i < N + 2; i++)
    for (int j = 0; j < N + 2; j++)
      f[i][j] = (i - N / 2) * (j - N / 3) > 0 ? 0.01 : -0.02;
  int sweeps = 0;
  double greatest;
  do {
    double red = relax(0, 1.95);
    double black = relax(1, 1.95);
    greatest = fmax(red, black);
    sweeps++;
  } while (greatest > LIMIT && sweeps < 1200);
  printf("%d sweeps, last change %.17g, middle %.17g\n", sweeps, greatest,
         u[N / 2][N / 2]);
  return 0;
}
