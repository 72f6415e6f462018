// SPDX-License-Identifier: Apache-2.0
//
// Clang fuses the products of an expression into its sums, whatever the loops
// around it. What stands in several expressions it does not fuse, also where
// they come together in a loop.
// CC: clang-19
// FLAGS: -O3 -march=native
// HOCKETCC: --always-transform
#include "../digest.h"

#define N 61
#define M 83

/* What no compiler knows beforehand. */
static volatile double one = 1;
static double a[N][M], b[M][N], c[N][N], x[N], y[M];
static float f[N][M], g[M];

/* The product by way of s2 is rounded, the other ones are not. */
static void product(double alpha) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0.1, s2 = b[j][i] * alpha;
      for (int k = 0; k < M; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s + s2;
    }
}

/* Over i innermost x[i] * y[j] changes, over j it would, too. */
static void outer(void) {
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++)
      a[i][j] += x[i] * y[j];
}

/* A product that stays the same in the loop inside. */
static void invariant(double alpha) {
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      c[i][j] = x[j] * alpha - c[i][j];
}

static void rounded(float alpha) {
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++) {
      float t = f[i][j] * alpha;
      f[i][j] = g[j] * g[j] - t + f[i][j] * 0.3f;
    }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) {
      a[i][j] = (i * 31 + j * 17) % 101 * 0.37 * one;
      b[j][i] = (i * 13 + j * 7) % 89 * 0.11 * one;
      f[i][j] = (float)(a[i][j] - b[j][i]);
      x[i] = i * 0.3 * one;
      y[j] = j * 0.7 * one;
      g[j] = (float)(j * 1.1 * one);
    }
  product(1.7);
  show("product", c, sizeof c);
  outer();
  show("outer", a, sizeof a);
  invariant(0.9);
  show("invariant", c, sizeof c);
  rounded(1.3f);
  show("rounded", f, sizeof f);
  return 0;
}
