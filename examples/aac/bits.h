/* SPDX-License-Identifier: Apache-2.0
 *
 * Bits put one after the other into bytes, the greatest first. */
#ifndef BITS_H
#define BITS_H

#include <stdint.h>

enum {
  MOST_CHANNEL_BITS = 6144, /* of a frame: the buffer of a decoder */
  MOST_BYTES = 2 * MOST_CHANNEL_BITS / 8
};

struct bits {
  uint8_t bytes[MOST_BYTES]; /* what follows the last bit in its byte is 0 */
  int count;                 /* bits so far */
};

/* The last `width` bits of `value`; width from 0 to 24. */
void put_bits(struct bits *bits, uint32_t value, int width);

/* Zeros up to the next whole byte. */
void align_bits(struct bits *bits);

#endif
