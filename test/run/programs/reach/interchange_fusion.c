// SPDX-License-Identifier: Apache-2.0
//
/* Nests and rows of loops that are parallel in another order or as one. */
#include "../digest.h"

static double a[67][45], b[67][45], c[19][23][17], d[33][33];
static double x[3001], y[3001], z[3001];

static void columns(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i + 1][j] = a[i][j] * 0.5 + j;
}

static void rows(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i][j + 1] = b[i][j] * 0.5 + j;
}

static void middle(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 23; j++)
      for (int k = 0; k < 16; k++)
        c[i + 1][j][k + 1] = c[i][j][k] + c[i + 1][j][k] * 0.25 + j;
}

static void both(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      d[i + 1][j + 1] = d[i][j + 1] * 0.5 + d[i + 1][j] + 1;
}

static void fused(int n) {
  for (int i = 0; i < n; i++)
    x[i] = i * 0.5;
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
  for (int i = 1; i < n; i++)
    z[i] = y[i - 1] / (x[i] + 1);
  for (int i = 0; i < n - 1; i++)
    x[i] = z[i + 1] - y[i];
}

int main(void) {
  for (int n = 0; n < 5; n++) {
    columns(n, 45 - n);
    rows(n, n * 9);
    middle(n);
    both(n);
    fused(n);
  }
  columns(66, 45);
  rows(67, 44);
  middle(18);
  both(32);
  fused(3001);
  show("a", a, sizeof a);
  show("b", b, sizeof b);
  show("c", c, sizeof c);
  show("d", d, sizeof d);
  show("x", x, sizeof x);
  show("z", z, sizeof z);
  return 0;
}
