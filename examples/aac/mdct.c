/* SPDX-License-Identifier: Apache-2.0
 *
 * The transform is a DCT-IV of the folded samples, and that a Fourier
 * transform of half the length between two rotations. */
#include "mdct.h"

#include "fft.h"

#include <math.h>

#define PI 3.14159265358979323846

enum { LONG_LOG2 = 9, SHORT_LOG2 = 6 }; /* of FRAME / 2, SHORT / 2 */

/* The rising halves of the windows. */
static float long_rise[FRAME];
static float short_rise[SHORT];

/* Rotations: exp(-i pi (8k + 1) / 8M) for M lines. */
static float long_re[FRAME / 2], long_im[FRAME / 2];
static float short_re[SHORT / 2], short_im[SHORT / 2];

static void rotations_init(float *re, float *im, int lines) {
  for (int k = 0; k < lines / 2; k++) {
    double angle = -PI * (8 * k + 1) / (8.0 * lines);
    re[k] = (float)cos(angle);
    im[k] = (float)sin(angle);
  }
}

static void sine_init(float *rise, int length) {
  for (int n = 0; n < length; n++)
    rise[n] = (float)sin(PI / (2 * length) * (n + 0.5));
}

/* The modified Bessel function of order 0, by its power series. */
static double bessel(double x) {
  double sum = 1, term = 1;

  for (int k = 1; term > 1e-17 * sum; k++) {
    term *= (x / 2 / k) * (x / 2 / k);
    sum += term;
  }
  return sum;
}

static double kaiser(int n, int length, double alpha) {
  double x = 2.0 * n / length - 1;
  return bessel(PI * alpha * sqrt(1 - x * x));
}

static void kaiser_bessel_init(float *rise, int length, double alpha) {
  double total = 0, sum = 0;

  for (int n = 0; n <= length; n++)
    total += kaiser(n, length, alpha);
  for (int n = 0; n < length; n++) {
    sum += kaiser(n, length, alpha);
    rise[n] = (float)sqrt(sum / total);
  }
}

void mdct_init(enum shape shape) {
  fft_init();
  rotations_init(long_re, long_im, FRAME);
  rotations_init(short_re, short_im, SHORT);
  if (shape == KAISER_BESSEL) {
    kaiser_bessel_init(long_rise, FRAME, 4);
    kaiser_bessel_init(short_rise, SHORT, 6);
  } else {
    sine_init(long_rise, FRAME);
    sine_init(short_rise, SHORT);
  }
}

/* 2 * sum of x[n] cos(pi / M (n + 1/2 + M/2) (k + 1/2)), n from 0 to 2M - 1, in
 * lines[k], with M = 2^(log2 + 1). */
static void mdct(const float *x, float *lines, int log2, const float *rot_re,
                 const float *rot_im) {
  float folded[FRAME], re[FRAME / 2], im[FRAME / 2];
  int half = 1 << log2, size = 2 * half;

  for (int n = 0; n < half; n++) {
    folded[n] = -x[3 * half - 1 - n] - x[3 * half + n];
    folded[half + n] = x[n] - x[size - 1 - n];
  }
  for (int n = 0; n < half; n++) {
    float a = folded[2 * n], b = folded[size - 1 - 2 * n];
    re[n] = a * rot_re[n] - b * rot_im[n];
    im[n] = a * rot_im[n] + b * rot_re[n];
  }
  fft(re, im, log2);
  for (int k = 0; k < half; k++) {
    lines[2 * k] = 2 * (re[k] * rot_re[k] - im[k] * rot_im[k]);
    lines[size - 1 - 2 * k] = -2 * (re[k] * rot_im[k] + im[k] * rot_re[k]);
  }
}

static void eight_short(const float *samples, float *lines) {
  for (int w = 0; w < WINDOWS; w++) {
    const float *from = samples + SHORT_BEGIN + w * SHORT;
    float windowed[2 * SHORT];

    for (int n = 0; n < SHORT; n++) {
      windowed[n] = from[n] * short_rise[n];
      windowed[SHORT + n] = from[SHORT + n] * short_rise[SHORT - 1 - n];
    }
    mdct(windowed, lines + w * SHORT, SHORT_LOG2, short_re, short_im);
  }
}

/* The first half of a window, or of the second half its mirror image: after a
 * short window it is zero, rises quickly and is one. */
static float rising(int n, int next_to_short) {
  if (!next_to_short)
    return long_rise[n];
  if (n < SHORT_BEGIN)
    return 0;
  return n < SHORT_BEGIN + SHORT ? short_rise[n - SHORT_BEGIN] : 1;
}

static void one_long(const float *samples, enum sequence sequence,
                     float *lines) {
  float windowed[2 * FRAME];

  for (int n = 0; n < FRAME; n++) {
    windowed[n] = samples[n] * rising(n, sequence == LONG_STOP);
    windowed[FRAME + n] =
        samples[FRAME + n] * rising(FRAME - 1 - n, sequence == LONG_START);
  }
  mdct(windowed, lines, LONG_LOG2, long_re, long_im);
}

void filter_bank(const float *samples, enum sequence sequence, float *lines) {
  if (sequence == EIGHT_SHORT)
    eight_short(samples, lines);
  else
    one_long(samples, sequence, lines);
}
