// SPDX-License-Identifier: Apache-2.0
// FLAGS: -O3 -march=native -lm
//
// Short loops with constant borders: what a compiler folds, unrolls or leaves
// over in a chunk it must not fuse otherwise than in the whole loop.
#include "../digest.h"

#include <math.h>

enum { Taps = 256, Odd = 200, Few = 12 };

static float window[Taps];
static double odd[Odd], weights[Few][Odd];
static int levels[Odd];

static void design(void) {
  for (int t = 0; t < Taps; t++) {
    float at = (float)t - Taps / 2;
    window[t] = 0.54f + 0.46f * cosf(6.2831853f * at / Taps);
  }
}

static void mix(double s, double u) {
  for (int i = 0; i < Odd; i++)
    odd[i] = odd[i] * s - i * u;
  for (int i = 0; i < Odd; i++)
    odd[i] = (odd[i] * odd[i] - s * u) * 0.3 + odd[i];
}

static void quantize(void) {
  for (int i = 0; i < Odd; i++)
    levels[i] = (int)((i * 0.3 - 7.7) * (i * 0.1 + 3.3) * 1e4);
}

static void blend(void) {
  for (int k = 0; k < Few; k++)
    for (int i = 0; i < Odd; i++)
      weights[k][i] = 0.7 * cos(0.1 * k) + 0.3 * k * odd[i];
}

int main(void) {
  for (int i = 0; i < Odd; i++)
    odd[i] = sin(i * 1.3);
  design();
  mix(1.0 / 3.0, 0.123456789);
  quantize();
  blend();
  show("window", window, sizeof window);
  show("odd", odd, sizeof odd);
  show("levels", levels, sizeof levels);
  show("weights", weights, sizeof weights);
  return 0;
}
