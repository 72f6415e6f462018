// SPDX-License-Identifier: Apache-2.0
//
// Extremes that have an order all the same: a greatest value and a least one of
// one variable, what is computed from a magnitude and has a sign, a product of
// magnitudes with what is none.
// FLAGS: -lm
#include <math.h>
#include <stdio.h>

#define N 300
static int d[N + 1][N + 1], top[N + 1];
static double u[N + 1][N + 1];

__attribute__((noinline)) static int clamped(int n, int m) {
  int x = 0;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      d[i][j] = (d[i][j - 1] + d[i - 1][j]) / 2;
      if (d[i][j] > x)
        x = d[i][j];
      if (top[i] < x)
        x = top[i];
    }
  return x;
}

__attribute__((noinline)) static double ceilings(int n, int m) {
  double most = -10;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      u[i][j] = 0.25 * u[i - 1][j] + 0.5 * u[i][j - 1];
      double moved = fabs(u[i][j]);
      if (moved > 0.1)
        if (ceil(moved * 0.01 - 0.25) > most)
          most = ceil(moved * 0.01 - 0.25);
    }
  return most;
}

__attribute__((noinline)) static double chosen(int n, int m) {
  double most = -1;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      u[i][j] = 0.25 * u[i - 1][j] + 0.5 * u[i][j - 1];
      double moved = fabs(u[i][j]);
      if ((moved > 0.5 ? 0.0 : -0.0) > most)
        most = (moved > 0.5 ? 0.0 : -0.0);
    }
  return most;
}

__attribute__((noinline)) static double products(int n, int m) {
  double most = -1;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++) {
      u[i][j] = 0.25 * u[i - 1][j] + 0.5 * u[i][j - 1];
      if (fabs(u[i][j] - '(') * (u[i][j] - ')') > most)
        most = fabs(u[i][j] - '(') * (u[i][j] - ')');
    }
  return most;
}

static void reset(double above, double before) {
  for (int i = 0; i <= N; i++)
    for (int j = 0; j <= N; j++)
      u[i][j] = 0;
  u[0][10] = above;
  u[2][0] = before;
}

int main(void) {
  for (int i = 0; i <= N; i++) {
    d[i][0] = i % 4 == 0 ? 5000 : 0;
    top[i] = i % 4 == 3 ? 1 : 1000000;
  }
  for (int n = N; n > N - 12; n--)
    printf("%d\n", clamped(n, N - 3));
  reset(100, 0.4);
  printf("%g\n", ceilings(N, N - 3));
  reset(100, 0.4);
  printf("%g\n", chosen(N, N - 3));
  reset(160, 82);
  printf("%g\n", products(N, N - 3));
  return 0;
}
