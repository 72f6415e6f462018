// SPDX-License-Identifier: Apache-2.0
//
// Smallest and largest with NaN and both zeros: the first or the last one wins.
#include "../digest.h"

#define N 100000
static double d[N];
static float f[N];

int main(void) {
  volatile double zero = 0.0;
  double nan = zero / zero;
  for (int i = 0; i < N; i++) {
    d[i] = (double)((i * 7919) % 100003) - 50000;
    f[i] = i % 1000 ? (i % 2 ? 0.0f : -0.0f) : 0.0f;
  }
  d[N / 2 + 7] = nan;
  d[99] = nan;
  double low = 1e300, high = -1e300, odd = d[0], even = d[0];
  for (int i = 0; i < N; i++)
    if (d[i] < low)
      low = d[i];
  for (int i = 0; i < N; i++)
    high = high > d[i] ? high : d[i];
  for (int i = 0; i < N; i++)
    odd = d[i] < odd ? d[i] : odd;
  for (int i = 0; i < N; i++)
    even = even < d[i] ? even : d[i];
  float fl = 0.0f, fh = -0.0f;
  for (int i = 0; i < N; i++)
    if (f[i] <= fl)
      fl = f[i];
  for (int i = 0; i < N; i++)
    fh = f[i] > fh ? f[i] : fh;
  printf("%g %g %g %g %g %g\n", low, high, odd, even, (double)fl, (double)fh);
  return 0;
}
