/* SPDX-License-Identifier: Apache-2.0
 * From sound to a picture of its frequencies over time. */
#ifndef SPECTROGRAM_H
#define SPECTROGRAM_H

#include "fft.h"

#define BINS (FFT_SIZE / 2)
#define RANGE_DB 90.0f

/* Fills the tables; call once before analyse(). */
void spectrogram_init(void);

/* Level in dB of each bin of each window: level[t * BINS + k]. */
void analyse(const float *samples, long frames, int hop, float *level);

float peak(const float *level, long frames);

/* Scales to grey and turns time to run from left to right. */
void draw(const float *level, long frames, float max, unsigned char *pixels);

#endif
