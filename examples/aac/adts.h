/* SPDX-License-Identifier: Apache-2.0
 *
 * The header that makes frames a stream (ISO/IEC 14496-3, 1.A.2.2). */
#ifndef ADTS_H
#define ADTS_H

#include "bits.h"

enum { ADTS_BYTES = 7 };

/* The header of a frame of `size` bytes, itself among them. */
void put_adts(struct bits *bits, int size, int channels, int rate);

#endif
