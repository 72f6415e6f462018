/* SPDX-License-Identifier: Apache-2.0
 *
 * Bands whose channels are alike are coded as middle and side. */
#ifndef STEREO_H
#define STEREO_H

#include "frame.h"

/* Chooses for each band of two channels what takes fewer bits, and turns the
 * lines, energies and allowed noise of those bands into middle and side. */
void join_channels(struct spectrum *left, struct spectrum *right,
                   const struct layout *layout, struct joint *joint);

#endif
