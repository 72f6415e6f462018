// SPDX-License-Identifier: Apache-2.0
// A bank of FIR filters over one recording, and the energy of each band in each
// block of samples.
//
// SMALL: -DSAMPLES=3000 -DBANDS=5
//
// Bands are independent, and so are the samples of a band.
#include <math.h>
#include <stdio.h>

#ifndef SAMPLES
#define SAMPLES 2000000
#define BANDS 24
#endif

enum { Taps = 256, Block = 1000 };

static float sound[SAMPLES + Taps], band[BANDS][SAMPLES], taps[BANDS][Taps];
static float energy[BANDS][SAMPLES / Block];

static void design(void) {
  for (int b = 0; b < BANDS; b++) {
    float centre = 0.02f + 0.9f * (float)b / BANDS;
    for (int t = 0; t < Taps; t++) {
      float at = (float)t - Taps / 2;
      float window = 0.54f + 0.46f * cosf(6.2831853f * at / Taps);
      taps[b][t] = window * cosf(3.14159265f * centre * at) / Taps;
    }
  }
}

static void record(void) {
  for (int i = 0; i < SAMPLES + Taps; i++)
    sound[i] =
        (float)((i * 37L) % 201 - 100) / 100.0f + (float)((i / 64) % 7) / 10.0f;
}

int main(void) {
  design();
  record();
#pragma omp parallel for schedule(static)
  for (int b = 0; b < BANDS; b++) {
    for (int i = 0; i < SAMPLES; i++)
      band[b][i] = 0.0f;
    for (int i = 0; i < SAMPLES; i++) {
      float sum = 0.0f;
      for (int t = 0; t < Taps; t++)
        sum += taps[b][t] * sound[i + t];
      band[b][i] = sum;
    }
    for (int k = 0; k < SAMPLES / Block; k++) {
      float sum = 0.0f;
      for (int i = 0; i < Block; i++)
        sum += band[b][k * Block + i] * band[b][k * Block + i];
      energy[b][k] = sum;
    }
  }
  for (int b = 0; b < BANDS; b++)
    printf("%.9g ", energy[b][SAMPLES / Block / 2]);
  printf("\n");
  return 0;
}
