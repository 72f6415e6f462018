// SPDX-License-Identifier: Apache-2.0
//
// Stencils in place, sweep after sweep: a fixed number, until nothing changes,
// forwards and backwards, beside loops that are parallel.
#include "../digest.h"

#include <stdlib.h>

#define N 400
static double u[N][N], old[N][N];
static unsigned line[4000];

static void gaussSeidel(int n, int sweeps) {
  for (int t = 0; t < sweeps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        u[i][j] = 0.2 * (u[i][j] + u[i - 1][j] + u[i + 1][j] + u[i][j - 1] +
                         u[i][j + 1]);
}

static int untilStable(int n) {
  int sweeps = 0, changed;
  do {
    changed = 0;
    for (int i = 1; i < n - 1; i++) {
      unsigned next = (line[i - 1] + line[i] + line[i + 1]) / 3;
      if (next != line[i]) {
        changed++;
        line[i] = next;
      }
    }
    sweeps++;
  } while (changed && sweeps < 60);
  return sweeps;
}

/* Forwards, backwards, and a loop over all between. */
static void alternating(int n) {
  for (int t = 0; t < 6; t++) {
    for (int i = 1; i < n; i++)
      for (int j = 0; j < n; j++)
        u[i][j] -= 0.25 * u[i - 1][j];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        old[i][j] = u[i][j] * 0.5;
    for (int i = n - 2; i >= 0; i--)
      for (int j = 0; j < n; j++)
        u[i][j] = old[i][j] - 0.25 * u[i + 1][j];
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      u[i][j] = (i * 7 + j * 13) % 101;
  gaussSeidel(N, 5);
  show("u", u, sizeof u);
  for (int n = 2; n < 40; n += 7)
    gaussSeidel(n, 4);
  show("u", u, sizeof u);
  alternating(N);
  show("u", u, sizeof u);
  for (int i = 0; i < 4000; i++)
    line[i] = (unsigned)i * 2654435761u >> 8;
  printf("%d %d\n", untilStable(4000), untilStable(3));
  show("line", line, sizeof line);
  return 0;
}
