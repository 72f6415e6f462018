// SPDX-License-Identifier: Apache-2.0
//
// A loop that is divided: what one part computes for another, each iteration
// has for itself.
// HOCKETCC: --always-transform
#include <stdio.h>
static double x[8][300], v[300], w[300], z[300];
__attribute__((noinline)) void f(int m) {
  for (int j = 0; j < m; j++) {
    double s = v[j] * 2, t = v[j] + 1;
    w[j] = s + t;
    for (int i = 0; i < 2; i++)
      x[i][j] += x[i + 1][j] * 0.5;
    z[j] = s - t;
  }
}
int main(void) {
  for (int j = 0; j < 300; j++) {
    v[j] = j * .3;
    for (int i = 0; i < 8; i++)
      x[i][j] = i * j;
  }
  f(300);
  double a = 0;
  for (int j = 0; j < 300; j++)
    a = a * .99 + z[j] + w[j] * .1 + x[1][j];
  printf("%.17g\n", a);
}
