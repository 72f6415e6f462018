/* SPDX-License-Identifier: Apache-2.0
 *
 * Quantization: the scale factors, values and codebooks of a channel. */
#ifndef QUANTIZE_H
#define QUANTIZE_H

#include "frame.h"

/* A channel takes no fewer bits than this, whatever its lines are. */
enum { LEAST_CHANNEL_BITS = 64 };

void quantize_init(void);

/* Within `budget` bits, at least LEAST_CHANNEL_BITS, with as little noise above
 * what is allowed as it finds. */
void quantize(const struct spectrum *spectrum, const struct layout *layout,
              int budget, struct coded *coded);

#endif
