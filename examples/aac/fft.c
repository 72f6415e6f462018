/* SPDX-License-Identifier: Apache-2.0
 * Decimation in time after J. W. Cooley and J. W. Tukey, 1965. */
#include "fft.h"

#include <math.h>

enum { MAX = 1 << FFT_LOG2 };

static float cosine[MAX / 2];
static float sine[MAX / 2];
static int reversed[MAX]; /* FFT_LOG2 bits of the index, the last one first */

void fft_init(void) {
  for (int i = 0; i < MAX / 2; i++) {
    double angle = -2.0 * 3.14159265358979323846 * i / MAX;
    cosine[i] = (float)cos(angle);
    sine[i] = (float)sin(angle);
  }
  for (int i = 0; i < MAX; i++) {
    int r = 0;
    for (int bit = 0; bit < FFT_LOG2; bit++)
      if (i & (1 << bit))
        r |= 1 << (FFT_LOG2 - 1 - bit);
    reversed[i] = r;
  }
}

static void permute(float *re, float *im, int log2) {
  for (int i = 0; i < 1 << log2; i++) {
    int j = reversed[i] >> (FFT_LOG2 - log2);
    if (j > i) {
      float r = re[i], m = im[i];
      re[i] = re[j];
      im[i] = im[j];
      re[j] = r;
      im[j] = m;
    }
  }
}

void fft(float *re, float *im, int log2) {
  int size = 1 << log2;

  permute(re, im, log2);
  for (int half = 1; half < size; half *= 2) {
    int stride = MAX / (2 * half);
    for (int start = 0; start < size; start += 2 * half) {
      for (int k = 0; k < half; k++) {
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
