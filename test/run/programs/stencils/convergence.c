// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm
//
// while (error > eps): the number of rounds depends on what they compute.
#include "../digest.h"

#include <math.h>

#define N 150
static double u[N][N], v[N][N];

static double sweep(void) {
  double worst = 0;
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++) {
      double d = fabs(v[i][j] - u[i][j]);
      if (d > worst)
        worst = d;
      u[i][j] = v[i][j];
    }
  return worst;
}

int main(void) {
  double error, sum, old = -1;
  int rounds = 0;
  for (int j = 0; j < N; j++)
    u[0][j] = 10 + j % 3;
  do {
    error = sweep();
    rounds++;
  } while (error > 0.03 && rounds < 1000);
  printf("%d %.17g\n", rounds, error);
  rounds = 0;
  for (;;) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        v[i][j] = 0.5 * u[i][j] + 0.125 * (u[i - 1][j] + u[i + 1][j] +
                                           u[i][j - 1] + u[i][j + 1]);
    sum = 0;
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++) {
        u[i][j] = v[i][j];
        sum += v[i][j];
      }
    rounds++;
    if (fabs(sum - old) < 3.0)
      break;
    old = sum;
  }
  printf("%d %.17g\n", rounds, sum);
  show("u", u, sizeof u);
  return 0;
}
