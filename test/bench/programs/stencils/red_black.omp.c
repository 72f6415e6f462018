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

// Three places for the greatest change, in turn: while one is used the next is
// cleared, and the last may still be read. So a sweep needs no barrier but its
// own.
static double places[3];

static double relax(int colour, double omega, int turn) {
  double greatest = 0.0;
#pragma omp single nowait
  places[(turn + 1) % 3] = 0.0;
#pragma omp for schedule(static) nowait
  for (int i = 1; i <= N; i++)
    for (int j = 1 + (i + colour) % 2; j <= N; j += 2) {
      double change = omega * (0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] +
                                       u[i][j + 1] - f[i][j]) -
                               u[i][j]);
      u[i][j] += change;
      greatest = fmax(greatest, fabs(change));
    }
#pragma omp critical
  places[turn % 3] = fmax(places[turn % 3], greatest);
#pragma omp barrier
  return places[turn % 3];
}

int main(void) {
  for (int i = 0; i < N + 2; i++)
    for (int j = 0; j < N + 2; j++)
      f[i][j] = (i - N / 2) * (j - N / 3) > 0 ? 0.01 : -0.02;
  int sweeps = 0;
  double greatest;
#pragma omp parallel
  {
    int mine = 0;
    double worst;
    do {
      double red = relax(0, 1.95, 2 * mine);
      double black = relax(1, 1.95, 2 * mine + 1);
      worst = fmax(red, black);
      mine++;
    } while (worst > LIMIT && mine < 1200);
#pragma omp single
    sweeps = mine, greatest = worst;
  }
  printf("%d sweeps, last change %.17g, middle %.17g\n", sweeps, greatest,
         u[N / 2][N / 2]);
  return 0;
}
