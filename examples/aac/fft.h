/* SPDX-License-Identifier: Apache-2.0
 *
 * Complex Fourier transforms of 2^log2 values, in place, log2 up to FFT_LOG2.
 * fft_init() fills the tables; fft() only reads them. */
#ifndef FFT_H
#define FFT_H

enum { FFT_LOG2 = 11 };

void fft_init(void);
void fft(float *re, float *im, int log2);

#endif
