/* SPDX-License-Identifier: Apache-2.0
 *
 * The psychoacoustic model: how much noise each band can hide. */
#ifndef PSYCHO_H
#define PSYCHO_H

#include "frame.h"

void psycho_init(const struct bands *of_long, const struct bands *of_short,
                 int rate);

/* The energy and the allowed noise of each band, from the 2 * FRAME `samples`
 * and the `lines` of the filter bank. */
void listen(const float *samples, const float *lines,
            const struct layout *layout, struct spectrum *spectrum);

/* Sets the spectrum's entropy, the sum of that of its bands. */
void sum_entropy(struct spectrum *spectrum, const struct layout *layout);

/* Bits that `lines` lines take so that noise stays below what is allowed. */
float band_entropy(float energy, float allowed, int lines);

#endif
