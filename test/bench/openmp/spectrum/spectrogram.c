/* SPDX-License-Identifier: Apache-2.0
 * The example of this name, parallelized by hand with OpenMP. */
#include "spectrogram.h"

#include <math.h>

static float window[FFT_SIZE];

void spectrogram_init(void) {
  int i;

  fft_init();
  for (i = 0; i < FFT_SIZE; i++)
    window[i] = (float)(0.5 - 0.5 * cos(2.0 * 3.14159265358979323846 * i /
                                        (FFT_SIZE - 1)));
}

void analyse(const float *samples, long frames, int hop, float *level) {
  long t;
  int i, k;

#pragma omp parallel for schedule(static) private(i, k)
  for (t = 0; t < frames; t++) {
    float re[FFT_SIZE], im[FFT_SIZE];

    for (i = 0; i < FFT_SIZE; i++) {
      re[i] = samples[t * hop + i] * window[i];
      im[i] = 0.0f;
    }
    fft(re, im);
    for (k = 0; k < BINS; k++) {
      float power = re[k] * re[k] + im[k] * im[k];
      level[t * BINS + k] = 10.0f * log10f(power + 1e-12f);
    }
  }
}

float peak(const float *level, long frames) {
  float max = level[0];
  long i;

#pragma omp parallel for schedule(static) reduction(max : max)
  for (i = 1; i < frames * BINS; i++)
    if (level[i] > max)
      max = level[i];
  return max;
}

void draw(const float *level, long frames, float max, unsigned char *pixels) {
  long t;
  int k;

#pragma omp parallel for schedule(static) private(t)
  for (k = 0; k < BINS; k++) {
    for (t = 0; t < frames; t++) {
      float v = (level[t * BINS + k] - max + RANGE_DB) * (255.0f / RANGE_DB);
      pixels[(BINS - 1 - k) * frames + t] = v < 0.0f ? 0 : (unsigned char)v;
    }
  }
}
