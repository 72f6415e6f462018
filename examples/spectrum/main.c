/* SPDX-License-Identifier: Apache-2.0
 *
 * spectrum in.wav out.pgm [hop]: short-time Fourier transform. One column of
 * the picture for each window of FFT_SIZE samples, low frequencies at the
 * bottom, 90 dB from black to white. */
#include "fft.h"
#include "wav.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BINS (FFT_SIZE / 2)
#define RANGE_DB 90.0f

static float window[FFT_SIZE];

static void make_window(void) {
  int i;

  for (i = 0; i < FFT_SIZE; i++)
    window[i] = (float)(0.5 - 0.5 * cos(2.0 * 3.14159265358979323846 * i / (FFT_SIZE - 1)));
}

/* Level in dB of each bin of each window: level[t * BINS + k]. */
static void analyse(const float *samples, long frames, int hop, float *level) {
  long t;
  int i, k;

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

static float peak(const float *level, long count) {
  float max = level[0];
  long i;

  for (i = 1; i < count; i++)
    if (level[i] > max)
      max = level[i];
  return max;
}

/* Scales to grey and turns time to run from left to right. */
static void draw(const float *level, long frames, float max, unsigned char *pixels) {
  long t;
  int k;

  for (k = 0; k < BINS; k++) {
    for (t = 0; t < frames; t++) {
      float v = (level[t * BINS + k] - max + RANGE_DB) * (255.0f / RANGE_DB);
      pixels[(BINS - 1 - k) * frames + t] = v < 0.0f ? 0 : (unsigned char)v;
    }
  }
}

static int write_pgm(const char *path, const unsigned char *pixels, long width, long height) {
  FILE *file = fopen(path, "wb");
  int failed;

  if (!file) {
    perror(path);
    return -1;
  }
  failed = fprintf(file, "P5\n%ld %ld\n255\n", width, height) < 0 ||
           fwrite(pixels, (size_t)width, (size_t)height, file) != (size_t)height;
  failed |= fclose(file) != 0;
  if (failed)
    fprintf(stderr, "%s: write error\n", path);
  return failed ? -1 : 0;
}

int main(int argc, char **argv) {
  struct sound sound;
  float *level, max;
  unsigned char *pixels;
  long frames;
  int hop = 256, status;

  if (argc == 4)
    hop = atoi(argv[3]);
  if (argc < 3 || argc > 4 || hop < 1) {
    fprintf(stderr, "usage: %s in.wav out.pgm [hop]\n", argv[0]);
    return 2;
  }
  if (wav_read(&sound, argv[1]) != 0)
    return 1;
  if (sound.length < FFT_SIZE) {
    fprintf(stderr, "%s: shorter than one window of %d samples\n", argv[1], FFT_SIZE);
    return 1;
  }
  frames = (sound.length - FFT_SIZE) / hop + 1;
  level = malloc((size_t)frames * BINS * sizeof *level);
  pixels = malloc((size_t)frames * BINS);
  if (!level || !pixels) {
    fprintf(stderr, "%s: out of memory\n", argv[0]);
    return 1;
  }

  fft_init();
  make_window();
  analyse(sound.samples, frames, hop, level);
  max = peak(level, frames * BINS);
  draw(level, frames, max, pixels);
  status = write_pgm(argv[2], pixels, frames, BINS) == 0 ? 0 : 1;
  printf("%ld windows of %d samples at %d Hz, peak %.2f dB\n", frames, FFT_SIZE, sound.rate, (double)max);

  free(pixels);
  free(level);
  sound_free(&sound);
  return status;
}
