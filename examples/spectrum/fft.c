/* SPDX-License-Identifier: Apache-2.0
 * Decimation in time after J. W. Cooley and J. W. Tukey, 1965. */
#include "fft.h"

#include <math.h>

static float cosine[FFT_SIZE / 2];
static float sine[FFT_SIZE / 2];
static int reversed[FFT_SIZE];

void fft_init(void) {
  int i, bit;

  for (i = 0; i < FFT_SIZE / 2; i++) {
    double angle = -2.0 * 3.14159265358979323846 * i / FFT_SIZE;
    cosine[i] = (float)cos(angle);
    sine[i] = (float)sin(angle);
  }
  for (i = 0; i < FFT_SIZE; i++) {
    int r = 0;
    for (bit = 0; bit < FFT_LOG2; bit++)
      if (i & (1 << bit))
        r |= 1 << (FFT_LOG2 - 1 - bit);
    reversed[i] = r;
  }
}

void fft(float *re, float *im) {
  int i, half, start, k;

  for (i = 0; i < FFT_SIZE; i++) {
    int j = reversed[i];
    if (j > i) {
      float t = re[i];
      re[i] = re[j];
      re[j] = t;
      t = im[i];
      im[i] = im[j];
      im[j] = t;
    }
  }
  for (half = 1; half < FFT_SIZE; half *= 2) {
    int stride = FFT_SIZE / (2 * half);
    for (start = 0; start < FFT_SIZE; start += 2 * half) {
      for (k = 0; k < half; k++) {
        int a = start + k, b = a + half;
        float wr = cosine[k * stride], wi = sine[k * stride];
        float tr = wr * re[b] - wi * im[b];
        float ti = wr * im[b] + wi * re[b];
        re[b] = re[a] - tr;
        im[b] = im[a] - ti;
        re[a] += tr;
        im[a] += ti;
      }
    }
  }
}
