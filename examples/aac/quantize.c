/* SPDX-License-Identifier: Apache-2.0
 *
 * The two loops of ISO/IEC 14496-3, 4.B. The inner one looks for the finest
 * common step that the bits suffice for. The outer one makes the steps finer
 * in bands whose noise is above what is allowed, and begins again; the best of
 * its rounds is taken. */
#include "quantize.h"

#include "huffman.h"

#include <math.h>

enum { SCALES = 256, UNITY = 100, ROUNDS = 12, MOST_AMPLIFICATION = 60 };

static float coarser[SCALES];             /* 2^(-3/16 (scale - UNITY)) */
static float step[SCALES];                /* 2^(1/4 (scale - UNITY)) */
static float expanded[LARGEST_VALUE + 1]; /* value^(4/3) */

struct job {
  const struct spectrum *spectrum;
  const struct layout *layout;
  int budget;
  float compressed[FRAME];       /* magnitudes of the lines, to the 3/4 */
  float peak[MOST_BANDS];        /* the largest of these in each band */
  int amplification[MOST_BANDS]; /* by how much finer a band's step is */
};

/* What comes of a job with one global gain. */
struct trial {
  int value[FRAME];
  int scale[MOST_BANDS];
  int book[MOST_BANDS];
  int bits;
  float excess; /* noise above what is allowed, in octaves, over all bands */
};

void quantize_init(void) {
  huffman_init();
  for (int s = 0; s < SCALES; s++) {
    coarser[s] = (float)pow(2, -3.0 / 16 * (s - UNITY));
    step[s] = (float)pow(2, 0.25 * (s - UNITY));
  }
  for (int v = 0; v <= LARGEST_VALUE; v++)
    expanded[v] = (float)pow(v, 4.0 / 3);
}

static void begin(struct job *job) {
  const struct layout *layout = job->layout;

  for (int k = 0; k < layout->offset[layout->bands]; k++) {
    float root = sqrtf(fabsf(job->spectrum->line[k]));
    job->compressed[k] = root * sqrtf(root);
  }
  for (int b = 0; b < layout->bands; b++) {
    float peak = 0;
    for (int k = layout->offset[b]; k < layout->offset[b + 1]; k++)
      peak = job->compressed[k] > peak ? job->compressed[k] : peak;
    job->peak[b] = peak;
    job->amplification[b] = 0;
  }
}

/* The least gain with which no value is too large. */
static int least_gain(const struct job *job) {
  int least = 0;

  for (int b = 0; b < job->layout->bands; b++) {
    int scale = least - job->amplification[b];
    if (scale < 0)
      scale = 0;
    while (scale < SCALES - 1 &&
           job->peak[b] * coarser[scale] > LARGEST_VALUE - 1)
      scale++;
    if (scale + job->amplification[b] > least)
      least = scale + job->amplification[b];
  }
  return least;
}

static void round_band(const struct job *job, int band, int scale, int *value) {
  const float *line = job->spectrum->line, factor = coarser[scale];

  for (int k = job->layout->offset[band]; k < job->layout->offset[band + 1];
       k++) {
    int v = (int)(job->compressed[k] * factor + 0.4054f);
    value[k] = line[k] < 0 ? -v : v;
  }
}

/* Bits of the differences between scale factors of bands that are not 0. */
static int bits_of_scales(const struct trial *trial, int bands) {
  int last = -1, bits = 0;

  for (int b = 0; b < bands; b++) {
    if (trial->book[b] == 0)
      continue;
    bits += scale_bits(last < 0 ? 0 : trial->scale[b] - last);
    last = trial->scale[b];
  }
  return bits;
}

/* Whether the bits suffice with this gain. */
static int fits(const struct job *job, int gain, struct trial *trial) {
  for (int b = 0; b < job->layout->bands; b++) {
    trial->scale[b] = gain - job->amplification[b];
    round_band(job, b, trial->scale[b], trial->value);
  }
  trial->bits = choose_books(trial->value, job->layout, trial->book);
  trial->bits += bits_of_scales(trial, job->layout->bands);
  return trial->bits <= job->budget;
}

/* The inner loop: away from `gain` in growing strides until one fits and one
 * fails, then by bisection. At SCALES - 1 everything is 0, which fits unless
 * bands are much amplified. */
static int finest_gain(const struct job *job, int gain, struct trial *trial) {
  int least = least_gain(job), failing = least - 1, fitting = SCALES - 1;
  int tried = -1;

  gain = gain < least ? least : gain;
  for (int stride = 1; fitting - failing > 1; stride *= 2) {
    tried = gain;
    if (fits(job, gain, trial))
      fitting = gain;
    else
      failing = gain;
    if (fitting == SCALES - 1 && failing + stride < fitting)
      gain = failing + stride;
    else if (failing < least && fitting - stride > failing)
      gain = fitting - stride;
    else
      gain = (failing + fitting) / 2;
  }
  if (tried != fitting)
    fits(job, fitting, trial);
  return fitting;
}

static float noise_of(const struct job *job, const struct trial *trial,
                      int band) {
  const float *line = job->spectrum->line;
  float size = step[trial->scale[band]], noise = 0;

  for (int k = job->layout->offset[band]; k < job->layout->offset[band + 1];
       k++) {
    int v = trial->value[k] < 0 ? -trial->value[k] : trial->value[k];
    float error = fabsf(line[k]) - expanded[v] * size;
    noise += error * error;
  }
  return noise;
}

/* Octaves of noise above what is allowed, in each band and together. */
static void judge(const struct job *job, struct trial *trial, float *excess) {
  trial->excess = 0;
  for (int b = 0; b < job->layout->bands; b++) {
    float noise = noise_of(job, trial, b), allowed = job->spectrum->allowed[b];
    excess[b] = noise > allowed ? log2f(noise / allowed) : 0;
    trial->excess += excess[b];
  }
}

/* Finer steps where there is too much noise: two of them halve it, but the
 * gain will be raised to pay for it. False if that changes nothing. */
static int amplify(struct job *job, const float *excess) {
  int least = MOST_AMPLIFICATION, before[MOST_BANDS], changed = 0;

  for (int b = 0; b < job->layout->bands; b++) {
    int more = excess[b] > 0 ? 1 + (int)excess[b] : 0;
    int amplification = job->amplification[b] + (more > 4 ? 4 : more);
    before[b] = job->amplification[b];
    job->amplification[b] =
        amplification > MOST_AMPLIFICATION ? MOST_AMPLIFICATION : amplification;
    if (job->amplification[b] < least)
      least = job->amplification[b];
  }
  for (int b = 0; b < job->layout->bands; b++) {
    job->amplification[b] -= least;
    changed |= job->amplification[b] != before[b];
  }
  return changed;
}

static void keep(struct coded *coded, const struct trial *trial,
                 const struct layout *layout) {
  for (int k = 0; k < layout->offset[layout->bands]; k++)
    coded->value[k] = trial->value[k];
  for (int b = 0; b < layout->bands; b++) {
    coded->scale[b] = trial->scale[b];
    coded->book[b] = trial->book[b];
  }
  coded->bits = trial->bits;
}

void quantize(const struct spectrum *spectrum, const struct layout *layout,
              int budget, struct coded *coded) {
  struct job job = {.spectrum = spectrum, .layout = layout, .budget = budget};
  struct trial trial;
  float excess[MOST_BANDS], best = 0;
  int gain = UNITY + 40;

  begin(&job);
  for (int round = 0; round < ROUNDS; round++) {
    gain = finest_gain(&job, gain, &trial);
    if (trial.bits > budget)
      break;
    judge(&job, &trial, excess);
    if (round == 0 || trial.excess < best) {
      best = trial.excess;
      keep(coded, &trial, layout);
    }
    if (best == 0 || !amplify(&job, excess))
      break;
  }
}
