/* SPDX-License-Identifier: Apache-2.0
 *
 * spectrum in.wav out.pgm [hop]: short-time Fourier transform. One column of
 * the picture for each window of FFT_SIZE samples, low frequencies at the
 * bottom, 90 dB from black to white. */
#include "spectrogram.h"
#include "wav.h"

#include <stdio.h>
#include <stdlib.h>

static int write_pgm(const char *path, const unsigned char *pixels, long width,
                     long height) {
  FILE *file = fopen(path, "wb");
  int failed;

  if (!file) {
    perror(path);
    return -1;
  }
  failed =
      fprintf(file, "P5\n%ld %ld\n255\n", width, height) < 0 ||
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
    fprintf(stderr, "%s: shorter than one window of %d samples\n", argv[1],
            FFT_SIZE);
    return 1;
  }
  frames = (sound.length - FFT_SIZE) / hop + 1;
  level = malloc((size_t)frames * BINS * sizeof *level);
  pixels = malloc((size_t)frames * BINS);
  if (!level || !pixels) {
    fprintf(stderr, "%s: out of memory\n", argv[0]);
    return 1;
  }

  spectrogram_init();
  analyse(sound.samples, frames, hop, level);
  max = peak(level, frames);
  draw(level, frames, max, pixels);
  status = write_pgm(argv[2], pixels, frames, BINS) == 0 ? 0 : 1;
  printf("%ld windows of %d samples at %d Hz, peak %.2f dB\n", frames, FFT_SIZE,
         sound.rate, (double)max);

  free(pixels);
  free(level);
  sound_free(&sound);
  return status;
}
