// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm
//
// Loops that end when a value that was just computed says so, in the first
// step, in none or after many, with conditions that call functions of the
// library; pointers that each step declares as restrict.
#include "../digest.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define N 900
static double u[N + 2], v[N + 2];

static void start(void) {
  for (int i = 0; i < N + 2; i++)
    u[i] = v[i] = (i * 31) % 17 / 3.0 - 2;
}

static int roots(double limit, int most) {
  double rest = 9;
  int rounds = 0;
  while (sqrt(rest) > limit && rounds < most) {
    for (int i = 1; i <= N; i++)
      v[i] = 0.5 * u[i] + 0.25 * u[i - 1];
    for (int i = 1; i <= N; i++)
      u[i] = v[i] * 0.9 + 0.001;
    rest = fabs(u[N / 2]);
    rounds++;
  }
  return rounds;
}

/* Its value is not the same whenever it is asked for. */
static int throws(int most) {
  int rounds = 0;
  while (rand() % 7 != 0 && rounds < most) {
    for (int i = 1; i <= N; i++)
      v[i] = u[i] + rounds;
    for (int i = 1; i <= N; i++)
      u[i] = v[i] * 0.5;
    rounds++;
  }
  return rounds;
}

static int largest(double limit) {
  int rounds = 0;
  double most;
  do {
    most = 0;
    for (int i = 1; i <= N; i++)
      v[i] = u[i] * 0.75;
    for (int i = 1; i <= N; i++)
      if (fabs(v[i]) > most)
        most = fabs(v[i]);
    double factor = pow(most + 1, -0.5);
    for (int i = 1; i <= N; i++)
      u[i] = v[i] * factor;
    if (++rounds % 5 == 0)
      printf("%d: %.17g\n", rounds, most);
  } while (floor(most * 8) > limit && rounds < 50);
  return rounds;
}

/* What is declared in the block says nothing of the next step. */
static void moving(double *p, const double *q, int n, int rounds) {
  for (int r = 0; r < rounds; r++) {
    double *restrict to = p + r;
    const double *restrict from = q + 2 * r;
    for (int i = 0; i < n; i++)
      to[i] = from[i] * 0.5 + r;
  }
  for (int i = 0; i < n; i++) {
    double *restrict to = p + i;
    const double *restrict from = q + i + 1;
    to[0] = from[0] + 1;
  }
}

int main(void) {
  double limits[] = {100, 2.9, 0.5, 0.01, -1};
  for (unsigned k = 0; k < sizeof limits / sizeof *limits; k++) {
    start();
    printf("%d\n", roots(limits[k], 40));
    printf("%d\n", throws(k == 2 ? 0 : 25));
    show("u", u, sizeof u);
    start();
    printf("%d\n", largest(limits[k]));
    show("v", v, sizeof v);
    moving(u, v, 300, (int)k * 3);
    moving(u, u + 400, 200, (int)k);
    show("u", u, sizeof u);
  }
  errno = 0;
  printf("%d", roots(NAN, 5));
  printf(" %d\n", errno);
  return 0;
}
