/* SPDX-License-Identifier: Apache-2.0
 *
 * generate_wav SECONDS out.wav: 16 bit mono sound at 44.1 kHz with a chirp,
 * three tones that come and go, and noise. The same argument, the same bytes.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define RATE 44100
#define TWO_PI 6.283185307179586

static void put16(FILE *file, uint32_t v) {
  fputc((int)(v & 255), file);
  fputc((int)(v >> 8 & 255), file);
}

static void put32(FILE *file, uint32_t v) {
  put16(file, v & 0xffff);
  put16(file, v >> 16);
}

int main(int argc, char **argv) {
  double seconds = argc == 3 ? atof(argv[1]) : 0;
  if (seconds <= 0 || seconds > 10000) {
    fprintf(stderr, "usage: generate_wav SECONDS out.wav\n");
    return 2;
  }
  FILE *out = fopen(argv[2], "wb");
  if (!out) {
    fprintf(stderr, "generate_wav: cannot write %s\n", argv[2]);
    return 1;
  }

  uint32_t count = (uint32_t)(seconds * RATE), noise = 1;
  fputs("RIFF", out);
  put32(out, 36 + 2 * count);
  fputs("WAVEfmt ", out);
  put32(out, 16);
  put16(out, 1);
  put16(out, 1);
  put32(out, RATE);
  put32(out, RATE * 2);
  put16(out, 2);
  put16(out, 16);
  fputs("data", out);
  put32(out, 2 * count);

  double phase = 0;
  for (uint32_t i = 0; i < count; i++) {
    double t = (double)i / RATE;
    double sweep = fmod(t, 5.0) / 5.0;
    phase += TWO_PI * (100 + 15000 * sweep * sweep) / RATE;
    double value = 0.4 * sin(phase);
    if (fmod(t, 2.0) < 1.0)
      value += 0.2 * sin(TWO_PI * 440 * t);
    if (fmod(t, 3.0) < 1.5)
      value += 0.15 * sin(TWO_PI * 3000 * t);
    if (fmod(t, 0.5) < 0.1)
      value += 0.1 * sin(TWO_PI * 9000 * t);
    noise = noise * 1664525u + 1013904223u;
    value += 0.02 * ((double)(noise >> 8) / 8388608.0 - 1.0);
    put16(out, (uint32_t)(int32_t)lrint(value * 32000) & 0xffff);
  }
  if (fclose(out) != 0) {
    fprintf(stderr, "generate_wav: cannot write %s\n", argv[2]);
    return 1;
  }
  return 0;
}
