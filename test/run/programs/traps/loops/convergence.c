// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Iterations until convergence with swapped pointers.
#include <stdio.h>
#include <stdlib.h>
static double g[64][64], w[64][64];
static int cnt;
static void relax(double (*p)[64], double (*q)[64], int n) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      q[i][j] = (p[i - 1][j] + p[i + 1][j] + p[i][j - 1] + p[i][j + 1]) * 0.25;
}
static double diff(double (*p)[64], double (*q)[64], int n) {
  double d = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double e = p[i][j] - q[i][j];
      e = e < 0 ? -e : e;
      if (e > d)
        d = e;
    }
  return d;
}
int main(void) {
  for (int i = 0; i < 64; i++)
    g[i][0] = w[i][0] = i, g[0][i] = w[0][i] = 1;
  double(*p)[64] = g, (*q)[64] = w;
  double d;
  int it = 0;
  do {
    relax(p, q, 64);
    d = diff(p, q, 64);
    double(*t)[64] = p;
    p = q;
    q = t;
    it++;
  } while (d > 1e-2 && it < 200);
  while (1) {
    int any = 0;
    for (int i = 0; i < 64; i++)
      if (g[i][5] > 0.5)
        any = 1;
    if (!any || it++ > 230)
      break;
    for (int i = 0; i < 64; i++)
      for (int j = 0; j < 64; j++)
        g[i][j] *= 0.9;
    cnt++;
    if (cnt == 1000)
      exit(9);
  }
  printf("%d %d %.17g %.17g\n", it, cnt, g[9][9], w[9][9]);
  return 0;
}
