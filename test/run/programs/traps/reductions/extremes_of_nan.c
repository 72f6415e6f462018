// SPDX-License-Identifier: Apache-2.0
// FLAGS: -w  -lm -pthread
//
// Extremes over NaN and zeros of both signs.
#include <math.h>
#include <stdio.h>
static double a[500];
int main(void) {
  for (int i = 0; i < 500; i++)
    a[i] = sin(i);
  a[120] = NAN;
  a[260] = NAN;
  a[499] = NAN;
  double z[400];
  for (int i = 0; i < 400; i++)
    z[i] = i & 1 ? 0.0 : -0.0;
  double m = -INFINITY, n = NAN, o = a[0], p = INFINITY, q = 5, r = NAN, s1 = 1,
         s2 = -1, s3 = 0.0, s4 = -0.0, w = 2;
  for (int i = 0; i < 500; i++)
    if (a[i] > m)
      m = a[i];
  for (int i = 0; i < 500; i++)
    if (a[i] < n)
      n = a[i];
  for (int i = 0; i < 500; i++)
    if (!(a[i] <= o))
      o = a[i];
  for (int i = 0; i < 500; i++)
    p = p < a[i] ? p : a[i];
  for (int i = 0; i < 500; i++)
    q = a[i] < q ? a[i] : q;
  for (int i = 0; i < 500; i++)
    r = r > a[i] ? r : a[i];
  for (int i = 0; i < 400; i++)
    if (z[i] < s1)
      s1 = z[i];
  for (int i = 0; i < 400; i++)
    if (z[i] > s2)
      s2 = z[i];
  for (int i = 0; i < 400; i++)
    if (z[i] > s3)
      s3 = z[i];
  for (int i = 0; i < 400; i++)
    if (z[i] >= s4)
      s4 = z[i];
  for (int i = 0; i < 400; i++)
    if (w >= z[i])
      w = z[i];
  printf("%g %g %g %g %g %g %g %g %g %g %g\n", m, n, o, p, q, r, s1, s2, s3, s4,
         w);
  return 0;
}
