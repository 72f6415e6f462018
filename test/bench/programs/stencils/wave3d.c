// SPDX-License-Identifier: Apache-2.0
// A pressure wave in a box: leapfrog over three time levels, with a source that
// is set and a receiver that is read in each step.
//
// SMALL: -DN=18 -DSTEPS=7
//
// All points of a step are independent.
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 160
#define STEPS 120
#endif

typedef float Field[N][N][N];
static Field before, now, after, speed;
static float trace[STEPS];

static void init(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        speed[i][j][k] = k < N / 2 ? 0.1f : 0.12f + 0.0005f * (float)(i % 40);
}

static void advance(Field u, Field old, Field result) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      for (int k = 1; k < N - 1; k++) {
        float laplacian = u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] +
                          u[i][j + 1][k] + u[i][j][k - 1] + u[i][j][k + 1] -
                          6.0f * u[i][j][k];
        result[i][j][k] =
            2.0f * u[i][j][k] - old[i][j][k] + speed[i][j][k] * laplacian;
      }
}

static void shift(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++) {
        before[i][j][k] = now[i][j][k];
        now[i][j][k] = after[i][j][k];
      }
}

int main(void) {
  init();
  for (int t = 0; t < STEPS; t++) {
    advance(now, before, after);
    after[N / 2][N / 2][N / 8] += expf(-0.01f * (float)((t - 10) * (t - 10)));
    trace[t] = after[N / 2 - 3][N / 2][N / 8];
    shift();
  }
  float energy = 0.0f;
  for (int t = 0; t < STEPS; t++)
    energy += trace[t] * trace[t];
  printf("energy %.9g, last %.9g, middle %.9g\n", energy, trace[STEPS - 1],
         now[N / 2][N / 2][N / 2]);
  return 0;
}
