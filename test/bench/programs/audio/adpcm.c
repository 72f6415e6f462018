// SPDX-License-Identifier: Apache-2.0
// An adaptive differential coder, as in IMA ADPCM, over the channels of a
// multitrack recording, and the decoder to measure the error.
//
// SMALL: -DCHANNELS=5 -DSAMPLES=900
//
// Within a channel each sample needs the predictor's state of the one before;
// the channels are independent.
#include <stdio.h>
#include <stdlib.h>

#ifndef CHANNELS
#define CHANNELS 32
#define SAMPLES 600000
#endif

typedef struct {
  int predicted;
  int index;
} Coder;

static short sound[CHANNELS][SAMPLES];
static unsigned char code[CHANNELS][SAMPLES];
static long noise[CHANNELS];
static int step_size[89];
static const int index_change[8] = {-1, -1, -1, -1, 2, 4, 6, 8};

static void make_steps(void) {
  double step = 7.0;
  for (int i = 0; i < 89; i++) {
    step_size[i] = (int)step;
    step *= 1.1;
  }
}

static void record(void) {
  for (int c = 0; c < CHANNELS; c++)
    for (int i = 0; i < SAMPLES; i++) {
      int saw = (i * (c + 3)) % 4000 - 2000;
      sound[c][i] = (short)(saw + (i / 500 % 2 ? 300 : -300));
    }
}

static int clamp(int v, int low, int high) {
  return v < low ? low : v > high ? high : v;
}

static void update(Coder *s, int nibble) {
  int step = step_size[s->index];
  int change = step >> 3;
  if (nibble & 4)
    change += step;
  if (nibble & 2)
    change += step >> 1;
  if (nibble & 1)
    change += step >> 2;
  s->predicted =
      clamp(nibble & 8 ? s->predicted - change : s->predicted + change, -32768,
            32767);
  s->index = clamp(s->index + index_change[nibble & 7], 0, 88);
}

static unsigned char encode(Coder *s, int sample) {
  int difference = sample - s->predicted, step = step_size[s->index],
      nibble = 0;
  if (difference < 0) {
    nibble = 8;
    difference = -difference;
  }
  for (int bit = 4; bit; bit >>= 1) {
    if (difference >= step) {
      nibble |= bit;
      difference -= step;
    }
    step >>= 1;
  }
  update(s, nibble);
  return (unsigned char)nibble;
}

int main(void) {
  make_steps();
  record();
  for (int c = 0; c < CHANNELS; c++) {
    Coder s = {0, 0};
    for (int i = 0; i < SAMPLES; i++)
      code[c][i] = encode(&s, sound[c][i]);
  }
  for (int c = 0; c < CHANNELS; c++) {
    Coder s = {0, 0};
    for (int i = 0; i < SAMPLES; i++) {
      update(&s, code[c][i]);
      noise[c] += labs((long)sound[c][i] - s.predicted);
    }
  }
  for (int c = 0; c < CHANNELS; c++)
    printf("%ld ", noise[c]);
  printf("\n");
  return 0;
}
