/* SPDX-License-Identifier: Apache-2.0
 *
 * codes out.aac out.wav: a stream in which each codeword of each code of
 * examples/aac stands, and what a decoder has to make of it, by the sums that
 * the standard has for it (ISO/IEC 14496-3, 4.6.1.3, 4.6.2.3 and 4.6.11).
 *
 * A frame has the values of one spectral codebook, each tuple once and then
 * again from the start, loud enough that one that is off by one can be told.
 * Later frames have larger values, and then pairs of scale factors that differ
 * by up to 60: the decoder adds up differences, so that a wrong one makes all
 * that follow wrong. */
#include "huffman.h"
#include "syntax.h"
#include "wav.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

/* Frames are in rounds of one for each book. */
enum { RATE = 44100, BOOKS = 11, ROUNDS = 3, FRAMES = ROUNDS * BOOKS };
enum round { SMALL, LARGE, PAIRS };
enum { LOUD = 146, SOFTER = 106, UNITY = 100 };

struct values {
  int dimension, low, base;
};

static const struct values values_of[BOOKS + 1] = {
    {4, 0, 1}, {4, 1, 3}, {4, 1, 3}, {4, 0, 3},  {4, 0, 3},  {2, 4, 9},
    {2, 4, 9}, {2, 0, 8}, {2, 0, 8}, {2, 0, 13}, {2, 0, 13}, {2, 0, 17}};

static int power(int base, int exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/* 16 stands for all larger values, which are told by their digits: some of each
 * number of digits. */
static int escaped(int value, int number) {
  static const int some[] = {16,  31,  32,   63,   64,  200,
                             511, 700, 1024, 3000, 8191};
  return value < 16 ? value : some[number % 11];
}

static void fill_values(int *value, int book, int large) {
  struct values v = values_of[book];
  int tuples = power(v.base, v.dimension);

  for (int i = 0; i < FRAME; i++) {
    int place = v.dimension - 1 - i % v.dimension;
    int digit = i / v.dimension % tuples / power(v.base, place) % v.base;
    value[i] = large ? escaped(digit, i / 34) - v.low : digit - v.low;
    if (v.low == 0 && i % 3 == 1)
      value[i] = -value[i];
  }
}

/* All `loud`, or every other one softer by up to LARGEST_STEP. */
static void fill_scales(int *scale, int loud, int pairs, int number,
                        int bands) {
  for (int b = 0; b < bands; b++) {
    int difference = (number * (bands / 2) + b / 2) % (LARGEST_STEP + 1);
    scale[b] = pairs && b % 2 == 1 ? loud - difference : loud;
  }
}

/* The bands that have a value are coded by `book`, the others by none. */
static void fill_books(struct coded *coded, const struct layout *layout,
                       int book) {
  for (int b = 0; b < layout->bands; b++) {
    coded->book[b] = 0;
    for (int k = layout->offset[b]; k < layout->offset[b + 1]; k++)
      if (coded->value[k] != 0)
        coded->book[b] = book;
  }
}

/* Adds a frame's 2 * FRAME samples. */
static void add_frame(const struct coded *coded, const struct layout *layout,
                      double *samples) {
  static double line[FRAME];

  for (int b = 0; b < layout->bands; b++)
    for (int k = layout->offset[b]; k < layout->offset[b + 1]; k++) {
      int v = coded->value[k];
      line[k] = (v < 0 ? -1 : 1) * pow(abs(v), 4.0 / 3) *
                pow(2, 0.25 * (coded->scale[b] - UNITY));
    }
  for (int n = 0; n < 2 * FRAME; n++) {
    double sum = 0;
    for (int k = 0; k < FRAME; k++)
      sum += line[k] * cos(PI / FRAME * (n + (FRAME + 1) / 2.0) * (k + 0.5));
    samples[n] += sum / FRAME * sin(PI / (2 * FRAME) * (n + 0.5));
  }
}

static void make_frame(int frame, const struct layout *layout,
                       struct coded *coded) {
  int round = frame / BOOKS, book = 1 + frame % BOOKS;
  int large = round != SMALL && book == BOOKS;

  fill_values(coded->value, book, large);
  fill_scales(coded->scale, large ? SOFTER : LOUD, round == PAIRS,
              frame % BOOKS, layout->bands);
  fill_books(coded, layout, book);
}

static int write_frames(FILE *file, double *samples) {
  static const struct format format = {1, RATE, SINE};
  static struct cut cut = {.sequence = ONLY_LONG};
  static struct coded coded;
  static struct bits bits;
  struct bands of_long, of_short;

  bands_init(&of_long, &of_short, RATE, RATE / 2);
  layout_long(&cut.layout, &of_long);
  huffman_init();
  for (int t = 0; t < FRAMES; t++) {
    make_frame(t, &cut.layout, &coded);
    write_frame(&format, &cut, NULL, &coded, NULL, &bits);
    size_t size = (size_t)bits.count / 8;
    if (fwrite(bits.bytes, 1, size, file) != size)
      return -1;
    add_frame(&coded, &cut.layout, samples + t * FRAME);
  }
  return 0;
}

int main(int argc, char **argv) {
  static double samples[(FRAMES + 1) * FRAME];
  static int16_t rounded[(FRAMES - 1) * FRAME];
  struct sound sound = {RATE, 1, (FRAMES - 1) * FRAME, rounded};
  FILE *file = argc == 3 ? fopen(argv[1], "wb") : NULL;
  double largest = 0;

  if (!file || write_frames(file, samples) != 0 || fclose(file) != 0)
    return 1;
  /* The first FRAME samples are but half of what overlaps there. */
  for (int i = 0; i < (FRAMES - 1) * FRAME; i++) {
    double sample = samples[FRAME + i];
    largest = fabs(sample) > largest ? fabs(sample) : largest;
    rounded[i] = (int16_t)lrint(fmax(-32768, fmin(32767, sample)));
  }
  printf("largest sample %.0f\n", largest);
  return wav_write(&sound, argv[2]) == 0 ? 0 : 1;
}
