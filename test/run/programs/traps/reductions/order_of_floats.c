// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Order of floating-point operations.
#include <math.h>
#include <stdio.h>
static double a[400], b[400];
static float f[400];
int main(void) {
  double s = 0, p = 1;
  for (int i = 0; i < 400; i++)
    a[i] = sin(i) / 3;
  for (int t = 0; t < 3; t++) {
    for (int i = 1; i < 399; i++)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0 + fma(a[i], 2, 1) +
             pow(fabs(a[i]), 0.3);
    for (int i = 0; i < 400; i++)
      s += b[i];
    for (int i = 0; i < 400; i++)
      p *= 1 + b[i] * 1e-3;
    for (int i = 0; i < 400; i++)
      a[i] = b[i] - s * 1e-9;
    for (int i = 0; i < 400; i++)
      f[i] += (float)a[i] * 0.1f + (float)i;
    double m = -1e9;
    for (int i = 0; i < 400; i++)
      m = fmax(m, a[i]);
    for (int i = 0; i < 400; i++)
      if (a[i] > m)
        m = a[i];
    s += m;
  }
  printf("%.17g %.17g %.17g %.9g\n", s, p, a[77], f[9]);
  return 0;
}
