// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm
// REGIONS: 1
//
// An ordered stage begins with a loop that has a pragma.
#include <math.h>
#include <stdio.h>
static double carry[64], out[500];
static double heavy(double v) {
  for (int k = 0; k < 3000; k++)
    v = sin(v) + 0.1;
  return v;
}
int main(void) {
  for (int i = 0; i < 500; i++) {
    double h = heavy(i);
#pragma GCC ivdep
    for (int k = 0; k < 64; k++)
      carry[k] = carry[k] * 0.5 + h * k;
    out[i] = carry[i % 64];
  }
  double s = 0;
  for (int i = 0; i < 500; i++)
    s = s * 0.9 + out[i];
  printf("%.17g\n", s);
}
