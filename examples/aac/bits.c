/* SPDX-License-Identifier: Apache-2.0 */
#include "bits.h"

void put_bits(struct bits *bits, uint32_t value, int width) {
  while (width > 0) {
    int used = bits->count & 7;
    int room = 8 - used;
    int taken = width < room ? width : room;
    uint32_t part = value >> (width - taken) & ((1u << taken) - 1);
    uint8_t *byte = &bits->bytes[bits->count >> 3];

    *byte = (uint8_t)((used ? *byte : 0) | part << (room - taken));
    bits->count += taken;
    width -= taken;
  }
}

void align_bits(struct bits *bits) { put_bits(bits, 0, -bits->count & 7); }
