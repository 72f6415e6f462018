/* SPDX-License-Identifier: Apache-2.0 */
#include "phases.h"

static uint32_t noise_state = 12345;

void signal_generate(float *signal, int length) {
  int i;

  for (i = 0; i < length; i++) {
    noise_state = noise_state * 1664525u + 1013904223u;
    signal[i] = (float)(i % 97 < 48 ? 1.0 : -1.0) +
                (float)(noise_state >> 8) / 16777216.0f - 0.5f;
  }
}

void signal_autocorrelation(const float *signal, int length,
                            double *correlation) {
  int lag, i;

  for (lag = 0; lag < LAGS; lag++) {
    double sum = 0.0;
    for (i = 0; i + lag < length; i++)
      sum += (double)signal[i] * (double)signal[i + lag];
    correlation[lag] = sum;
  }
}

/* The lag of the highest peak after the first valley. */
int signal_period(const double *correlation) {
  int lag = 1, best;

  while (lag < LAGS - 1 && correlation[lag] <= correlation[lag - 1])
    lag++;
  best = lag;
  for (; lag < LAGS; lag++)
    if (correlation[lag] > correlation[best])
      best = lag;
  return best;
}
