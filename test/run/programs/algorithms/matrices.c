// SPDX-License-Identifier: Apache-2.0
//
// Products, LU, Cholesky, triangular solution, transposition.
// FLAGS: -lm
#include "../digest.h"

#include <math.h>

#define N 110
static double a[N][N], b[N][N], c[N][N], l[N][N], x[N], y[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      a[i][j] = (i == j ? N : 0) + (i * j % 7) * 0.25;
      b[i][j] = (i - j) * 0.125;
    }
    x[i] = i;
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0;
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
  show("product", c, sizeof c);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++) {
      double t = c[i][j];
      c[i][j] = c[j][i];
      c[j][i] = t;
    }
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        b[i][j] += 0.001 * c[i][k] * a[k][j];
  show("transposed", c, sizeof c);
  show("outer", b, sizeof b);
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++) {
      double s = (a[i][j] + a[j][i]) / 2;
      for (int k = 0; k < j; k++)
        s -= l[i][k] * l[j][k];
      l[i][j] = i == j ? sqrt(s) : s / l[j][j];
    }
  show("cholesky", l, sizeof l);
  for (int k = 0; k < N; k++)
    for (int i = k + 1; i < N; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < N; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
  show("lu", a, sizeof a);
  for (int i = 0; i < N; i++) {
    y[i] = x[i];
    for (int j = 0; j < i; j++)
      y[i] -= a[i][j] * y[j];
  }
  for (int i = N - 1; i >= 0; i--) {
    x[i] = y[i];
    for (int j = i + 1; j < N; j++)
      x[i] -= a[i][j] * x[j];
    x[i] /= a[i][i];
  }
  show("x", x, sizeof x);
  return 0;
}
