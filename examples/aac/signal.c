/* SPDX-License-Identifier: Apache-2.0
 *
 * Three voices of decaying notes, each at its place between left and right,
 * a clapper on every second beat, and hiss. */
#include "signal.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { SINE_LOG2 = 12, SINES = 1 << SINE_LOG2, VOICES = 3, PARTIALS = 6 };

static float sines[SINES];

struct voice {
  int beats;      /* that a note lasts */
  int lowest;     /* its lowest note, in semitones above 55 Hz */
  float loudness; /* of the first partial */
  float left;     /* part of it that is heard there */
};

static const struct voice voices[VOICES] = {
    {1, 36, 2200, 0.3f}, {2, 24, 2600, 0.75f}, {4, 7, 4000, 0.5f}};

static const int scale[] = {0, 2, 4, 7, 9, 12, 14, 16};

static uint32_t mixed(uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

/* From -1 to 1. */
static float noise(uint32_t n) {
  return (float)(mixed(n) >> 8) / 8388608.0f - 1;
}

static float sine(uint32_t phase) { return sines[phase >> (32 - SINE_LOG2)]; }

/* One voice's note from sample `begin`, added to `left` and `right`. */
static void add_note(const struct voice *voice, double semitone, int rate,
                     long length, float *left, float *right) {
  double hertz = 55 * pow(2, semitone / 12);
  uint32_t advance = (uint32_t)(hertz / rate * 4294967296.0);
  float level = voice->loudness, decay = (float)exp(-3.0 / rate);

  for (long i = 0; i < length; i++) {
    float sum = 0, rise = i < 200 ? (float)i / 200 : 1;
    for (uint32_t p = 1; p <= PARTIALS; p++)
      sum += sine(p * advance * (uint32_t)i) / (float)(p * p);
    sum *= level * rise;
    level *= decay;
    left[i] += sum * voice->left;
    right[i] += sum * (1 - voice->left);
  }
}

static void add_clap(int rate, uint32_t seed, long length, float *left,
                     float *right) {
  float level = 9000, decay = (float)exp(-90.0 / rate), smooth = 0;

  for (long i = 0; i < length; i++) {
    smooth = 0.5f * (smooth + noise(seed + (uint32_t)i));
    float sum = level * smooth;
    level *= decay;
    left[i] += sum;
    right[i] += 0.8f * sum;
  }
}

static void add_hiss(long length, float *left, float *right) {
  for (long i = 0; i < length; i++) {
    left[i] += 60 * noise(2 * (uint32_t)i);
    right[i] += 60 * noise(2 * (uint32_t)i + 1);
  }
}

static void add_beat(long number, int rate, long begin, long end, long length,
                     float *left, float *right) {
  for (int v = 0; v < VOICES; v++) {
    const struct voice *voice = &voices[v];
    if (number % voice->beats == 0) {
      uint32_t chosen = mixed((uint32_t)number * VOICES + (uint32_t)v) % 8;
      long last = begin + voice->beats * (end - begin);
      add_note(voice, voice->lowest + scale[chosen], rate,
               (last < length ? last : length) - begin, left + begin,
               right + begin);
    }
  }
  if (number % 2 == 1)
    add_clap(rate, (uint32_t)begin, (end < length ? end : length) - begin,
             left + begin, right + begin);
}

static int16_t clipped(float value) {
  return (int16_t)(value < -32768 ? -32768 : value > 32767 ? 32767 : value);
}

int make_signal(struct sound *sound, int rate, int channels, double seconds) {
  long length = (long)(seconds * rate), beat = rate / 4;
  float *left = calloc((size_t)length + 1, sizeof *left);
  float *right = calloc((size_t)length + 1, sizeof *right);

  sound->rate = rate;
  sound->channels = channels;
  sound->length = length;
  sound->samples =
      malloc((size_t)(length * channels + 1) * sizeof *sound->samples);
  if (!left || !right || !sound->samples) {
    free(left);
    free(right);
    sound_free(sound);
    return -1;
  }
  for (int i = 0; i < SINES; i++)
    sines[i] = (float)sin(2 * 3.14159265358979323846 * i / SINES);
  for (long begin = 0; begin < length; begin += beat)
    add_beat(begin / beat, rate, begin, begin + beat, length, left, right);
  add_hiss(length, left, right);
  for (long i = 0; i < length; i++) {
    if (channels == 1) {
      sound->samples[i] = clipped(0.5f * (left[i] + right[i]));
    } else {
      sound->samples[2 * i] = clipped(left[i]);
      sound->samples[2 * i + 1] = clipped(right[i]);
    }
  }
  free(left);
  free(right);
  return 0;
}
