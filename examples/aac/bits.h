/* SPDX-License-Identifier: Apache-2.0
 *
 * Bits put one after the other into bytes, the greatest first. */
#ifndef BITS_H
#define BITS_H

#include <stdint.h>

struct bits {
  uint8_t *bytes; /* the caller's, large enough; where a byte is begun, the
                     bits that follow are zero */
  int count;      /* bits written so far */
};

/* The last `width` bits of `value`; width from 0 to 24. */
void put_bits(struct bits *bits, uint32_t value, int width);

/* Zeros up to the next whole byte. */
void align_bits(struct bits *bits);

#endif
