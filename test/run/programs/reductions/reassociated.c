// SPDX-License-Identifier: Apache-2.0
// FLAGS: -ffast-math -lm
//
// With -ffast-math sums may be split, but must not be wrong.
#include "../digest.h"

#include <math.h>

#define N 200000
static double d[N];
static float f[N];

int main(void) {
  double sum = 0, squares = 0, biggest = -1, product = 1;
  float fs = 0;
  for (int i = 0; i < N; i++) {
    d[i] = sin(i) + 1.5;
    f[i] = (float)(i % 8) * 0.125f;
  }
  for (int i = 0; i < N; i++)
    sum += d[i];
  for (int i = 0; i < N; i++)
    squares += d[i] * d[i];
  for (int i = 0; i < N; i++)
    if (d[i] > biggest)
      biggest = d[i];
  for (int i = 0; i < N; i++)
    product *= 1 + 1e-6 * d[i];
  for (int i = 0; i < N; i++)
    fs += f[i];
  printf("%.6f %.6f %.9f %.6f %.2f\n", sum, squares, biggest, product,
         (double)fs);
  return 0;
}
