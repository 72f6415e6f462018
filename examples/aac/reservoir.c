/* SPDX-License-Identifier: Apache-2.0 */
#include "reservoir.h"

#include "bits.h"
#include "quantize.h"
#include "syntax.h"

/* How far a frame's bits follow its entropy, the average being 1. */
static const float least_share = 0.5f, most_share = 2.0f;

/* The reservoir returns to half of its size in so many frames. */
static const float settling = 6;

/* Frames of silence use nothing, and those after them all. */
static const float least_used = 0.9f;

static const float memory = 0.95f; /* of the average entropy */

void reservoir_init(struct reservoir *reservoir, int channels, int rate,
                    int bits_per_second) {
  float mean = (float)bits_per_second * FRAME / (float)rate;

  reservoir->channels = channels;
  reservoir->mean = mean;
  reservoir->most = (float)(MOST_CHANNEL_BITS * channels) - mean;
  reservoir->saved = reservoir->most / 2;
  reservoir->entropy = 0;
  reservoir->used = 1;
}

/* A frame's entropy, the average of those before being 1. */
static float relative(const struct reservoir *reservoir, float entropy) {
  float part = reservoir->entropy > 0 ? entropy / reservoir->entropy : 1;

  part = part < least_share ? least_share : part;
  return part > most_share ? most_share : part;
}

/* Bits for a frame, its overhead among them: more than it should use, by what
 * frames leave of them. */
static float share(const struct reservoir *reservoir, float part) {
  float surplus = reservoir->saved - reservoir->most / 2;
  float bits = part * (reservoir->mean + surplus / settling) / reservoir->used;
  float limit = reservoir->mean + reservoir->saved;

  return bits < limit ? bits : limit;
}

/* Divides bits among the channels by what they need. */
static void divide(const float *entropies, int channels, float bits,
                   struct budget *budget) {
  float sum = 0;

  for (int c = 0; c < channels; c++)
    sum += entropies[c] + 1;
  for (int c = 0; c < channels; c++) {
    int part = (int)(bits * (entropies[c] + 1) / sum);
    budget->bits[c] = part < LEAST_CHANNEL_BITS ? LEAST_CHANNEL_BITS : part;
  }
}

static void save(struct reservoir *reservoir, float bits) {
  reservoir->saved += bits;
  if (reservoir->saved > reservoir->most)
    reservoir->saved = reservoir->most;
}

void plan_bits(struct reservoir *reservoir, const struct cut *cuts,
               struct spectrum *const *spectra, struct budget *budgets,
               int count) {
  int channels = reservoir->channels;

  for (int t = 0; t < count; t++) {
    int overhead = frame_overhead(&cuts[t].layout, channels);
    float entropies[MOST_CHANNELS], entropy = 0;

    for (int c = 0; c < channels; c++) {
      entropies[c] = spectra[c][t].entropy;
      entropy += entropies[c];
    }
    float part = relative(reservoir, entropy);
    float bits = share(reservoir, part);
    divide(entropies, channels, bits - (float)overhead, &budgets[t]);
    save(reservoir, reservoir->mean - bits * reservoir->used);
    if (reservoir->entropy == 0)
      reservoir->entropy = entropy;
    reservoir->entropy *= memory + (1 - memory) * part;
  }
}

void return_bits(struct reservoir *reservoir, const struct budget *budgets,
                 struct coded *const *coded, int count) {
  float planned = 0, bits = 0;

  for (int t = 0; t < count; t++)
    for (int c = 0; c < reservoir->channels; c++) {
      planned += (float)budgets[t].bits[c];
      bits += (float)coded[c][t].bits;
    }
  save(reservoir, planned * reservoir->used - bits);
  reservoir->used = bits / planned > least_used ? bits / planned : least_used;
}
