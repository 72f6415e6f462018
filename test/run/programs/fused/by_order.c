// SPDX-License-Identifier: Apache-2.0
//
// gcc decides by the order of loops which products are fused into sums; another
// order must round where the user's does.
// CC: gcc
// FLAGS: -O2 -march=native
// HOCKETCC: --always-transform -fhocket-contract=pinned
#include "../digest.h"

#define N 61
#define M 83

/* What no compiler knows beforehand. */
static volatile double one = 1;
static double a[N][M], b[M][N], c[N][N], x[N], y[M];
static float f[N][M], g[M];

static void product(double alpha) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0.1;
      for (int k = 0; k < M; k++)
        s += alpha * a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

/* Over i the product changes, over j both factors of another one. */
static void outer(void) {
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++)
      a[i][j] += x[i] * y[j];
}

/* The product is rounded before the inner loop. */
static void invariant(double alpha) {
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      c[i][j] = x[j] * alpha - c[i][j];
}

static void signs(int w) {
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++) {
      a[i][j] -= -(w * y[j]) * x[i];
      a[i][j] = -(a[i][j] * x[i]) + w;
      a[i][j] = a[i][j] * y[j] - w;
      a[i][j] = w - a[i][j] * 0.3f;
    }
}

/* Float in double, double in float. */
static void types(float alpha, unsigned n) {
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++) {
      f[i][j] += g[j] * 0.7;
      f[i][j] = f[i][j] * alpha - n;
      f[i][j] = n - f[i][j] * alpha * g[j];
    }
}

static void two(void) {
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++)
      a[i][j] = a[i][j] * x[i] + a[i][j] * y[j] - x[i] * 0.9;
}

/* By way of a variable. */
static void carried(void) {
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) {
      double t = b[j][i] * x[i];
      c[i][j] += t;
      b[j][i] = t * 0.5;
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
  two();
  show("two", a, sizeof a);
  signs(3);
  show("signs", a, sizeof a);
  types(1.3f, 7);
  show("types", f, sizeof f);
  carried();
  show("carried", c, sizeof c);
  show("and", b, sizeof b);
  return 0;
}
