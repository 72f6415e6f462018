/* SPDX-License-Identifier: Apache-2.0
 *
 * The filter bank: windowed samples to spectral lines (ISO/IEC 14496-3,
 * 4.6.11). A frame of 1024 lines is made of 2048 samples, the second half of
 * which is the first half of the next frame's. */
#ifndef MDCT_H
#define MDCT_H

enum { FRAME = 1024, SHORT = 128, WINDOWS = FRAME / SHORT };

/* As the bitstream numbers them. A start window goes from long to short
 * windows, a stop window back. */
enum sequence { ONLY_LONG, LONG_START, EIGHT_SHORT, LONG_STOP };

/* Samples before the first of the eight short windows of a frame. */
enum { SHORT_BEGIN = (FRAME - SHORT) / 2 };

enum shape { SINE, KAISER_BESSEL };

void mdct_init(enum shape shape);

/* `lines` of the 2 * FRAME `samples`. Eight short windows leave their SHORT
 * lines one after the other. */
void filter_bank(const float *samples, enum sequence sequence, float *lines);

#endif
