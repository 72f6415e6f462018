// SPDX-License-Identifier: Apache-2.0
// FLAGS: -lm
//
// Sums of floating-point numbers depend on their order: it must stay.
#include "../digest.h"

#include <math.h>

#define N 200000
static float f[N];
static double d[N], rows[300];

int main(void) {
  float fs = 0, product = 1;
  double ds = 0, kahan = 0, lost = 0, mean = 0;
  for (int i = 0; i < N; i++) {
    f[i] = (float)((i * 7919) % 10007) * (i % 2 ? 1e-3f : -1e3f);
    d[i] = sin(i) * pow(10, i % 17 - 8);
  }
  for (int i = 0; i < N; i++)
    fs += f[i];
  for (int i = 0; i < N; i++)
    ds += d[i];
  for (int i = 0; i < N; i++)
    product *= 1.0f + f[i] * 1e-8f;
  for (int i = 0; i < N; i++) {
    double y = d[i] - lost, t = kahan + y;
    lost = (t - kahan) - y;
    kahan = t;
  }
  for (int i = 0; i < N; i++)
    mean += (d[i] - mean) / (i + 1);
  for (int r = 0; r < 300; r++)
    for (int i = 0; i < 600; i++)
      rows[r] += d[r * 600 + i];
  printf("%.9g %.9g %.17g %.17g %.17g\n", (double)fs, (double)product, ds,
         kahan, mean);
  show("rows", rows, sizeof rows);
  return 0;
}
