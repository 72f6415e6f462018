/* SPDX-License-Identifier: Apache-2.0
 * Radix-2 fast Fourier transform of one fixed size. */
#ifndef FFT_H
#define FFT_H

#define FFT_SIZE 1024
#define FFT_LOG2 10

/* Fills the tables; call once before fft(). */
void fft_init(void);

/* In place; FFT_SIZE values each. */
void fft(float *re, float *im);

#endif
