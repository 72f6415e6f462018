// SPDX-License-Identifier: Apache-2.0
// A spectrogram: overlapping frames, a window, an FFT each, and the power
// in each of 64 bands.
//
// SMALL: 20000
//
// The frames are independent; each transforms in a buffer of its own.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { Size = 4096, Hop = 512, Bands = 64 };

typedef struct {
  double re, im;
} Complex;

static double window[Size];
static Complex root[Size / 2];

static void prepare(void) {
  const double pi = 3.14159265358979323846;
  for (int i = 0; i < Size; i++)
    window[i] = 0.5 - 0.5 * cos(2.0 * pi * i / Size);
  for (int i = 0; i < Size / 2; i++) {
    root[i].re = cos(2.0 * pi * i / Size);
    root[i].im = -sin(2.0 * pi * i / Size);
  }
}

static void fft(Complex *x) {
  for (int i = 1, j = 0; i < Size; i++) {
    int bit = Size >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      Complex t = x[i];
      x[i] = x[j];
      x[j] = t;
    }
  }
  for (int length = 2; length <= Size; length <<= 1)
    for (int start = 0; start < Size; start += length)
      for (int k = 0; k < length / 2; k++) {
        Complex w = root[k * (Size / length)];
        Complex *even = &x[start + k], *odd = &x[start + k + length / 2];
        Complex t = {w.re * odd->re - w.im * odd->im,
                     w.re * odd->im + w.im * odd->re};
        odd->re = even->re - t.re;
        odd->im = even->im - t.im;
        even->re += t.re;
        even->im += t.im;
      }
}

static void analyse(const short *samples, float *power) {
  Complex buffer[Size];
  for (int i = 0; i < Size; i++) {
    buffer[i].re = window[i] * samples[i];
    buffer[i].im = 0.0;
  }
  fft(buffer);
  for (int b = 0; b < Bands; b++) {
    double sum = 0.0;
    for (int i = b * (Size / 2 / Bands); i < (b + 1) * (Size / 2 / Bands); i++)
      sum += buffer[i].re * buffer[i].re + buffer[i].im * buffer[i].im;
    power[b] = (float)sum;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 9000000;
  int frames = (n - Size) / Hop + 1;
  short *samples = malloc(n * sizeof *samples);
  float *powers = malloc((size_t)frames * Bands * sizeof *powers);
  if (!samples || !powers)
    return 1;
  prepare();
  for (int i = 0; i < n; i++)
    samples[i] = (short)((i * (i / 10000 % 50 + 3)) % 2000 - 1000);
#pragma omp parallel for schedule(static)
  for (int f = 0; f < frames; f++)
    analyse(samples + f * Hop, powers + f * Bands);
  for (int f = 0; f < frames; f += frames / 8) {
    int loudest = 0;
    for (int i = 1; i < Bands; i++)
      if (powers[f * Bands + i] > powers[f * Bands + loudest])
        loudest = i;
    printf("frame %d: %d, %.9g\n", f, loudest, powers[f * Bands + loudest]);
  }
  free(samples);
  free(powers);
  return 0;
}
