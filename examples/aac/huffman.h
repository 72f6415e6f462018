/* SPDX-License-Identifier: Apache-2.0
 *
 * Noiseless coding: which codebook for which bands, how many bits that takes,
 * and the bits (ISO/IEC 14496-3, 4.6.3). */
#ifndef HUFFMAN_H
#define HUFFMAN_H

#include "bands.h"
#include "bits.h"

enum { LARGEST_VALUE = 8191, LARGEST_STEP = 60 };

void huffman_init(void);

/* Chooses a codebook for each band, 0 where all its values are 0, such that
 * bands in a row with the same book, which are coded as one section, take the
 * fewest bits together. Returns the bits of sections and values. */
int choose_books(const int *values, const struct layout *layout, int *books);

/* Bits of a difference between scale factors, -LARGEST_STEP to LARGEST_STEP. */
int scale_bits(int difference);

void put_sections(struct bits *bits, const struct layout *layout,
                  const int *books);
void put_scale(struct bits *bits, int difference);
void put_values(struct bits *bits, const int *values, int count, int book);

#endif
