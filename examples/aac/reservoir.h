/* SPDX-License-Identifier: Apache-2.0
 *
 * The bit reservoir: frames that are easy to code leave bits to those that are
 * not, within what the buffer of a decoder can hold. */
#ifndef RESERVOIR_H
#define RESERVOIR_H

#include "frame.h"

/* Bits for the scale factors and values of each channel of a frame. */
struct budget {
  int bits[MOST_CHANNELS];
};

struct reservoir {
  int channels;
  float mean;    /* bits of a frame at the rate that was asked for */
  float most;    /* bits that can be saved */
  float saved;   /* and are */
  float entropy; /* of an average frame so far */
  float used;    /* the part of their budgets that frames have used so far */
};

void reservoir_init(struct reservoir *reservoir, int channels, int rate,
                    int bits_per_second);

/* Plans the budgets of `count` frames in a row: what each is expected to need,
 * as far as it is there. `spectra` and `coded` are those of each channel. */
void plan_bits(struct reservoir *reservoir, const struct cut *cuts,
               struct spectrum *const *spectra, struct budget *budgets,
               int count);

/* Puts back what the frames have used less of their budgets than expected. */
void return_bits(struct reservoir *reservoir, const struct budget *budgets,
                 struct coded *const *coded, int count);

#endif
