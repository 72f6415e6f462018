/* SPDX-License-Identifier: Apache-2.0 */
#include "adts.h"

enum { LOW_COMPLEXITY = 1, VARIABLE_RATE = 0x7ff };

static uint32_t rate_index(int rate) {
  return rate == 48000 ? 3 : rate == 44100 ? 4 : 5;
}

void put_adts(struct bits *bits, int size, int channels, int rate) {
  put_bits(bits, 0xfff, 12); /* begins a frame */
  put_bits(bits, 0, 3);      /* MPEG-4, layer 0 */
  put_bits(bits, 1, 1);      /* no checksum */
  put_bits(bits, LOW_COMPLEXITY, 2);
  put_bits(bits, rate_index(rate), 4);
  put_bits(bits, 0, 1); /* for private use */
  put_bits(bits, (uint32_t)channels, 3);
  put_bits(bits, 0, 4); /* original, home, copyright */
  put_bits(bits, (uint32_t)size, 13);
  put_bits(bits, VARIABLE_RATE, 11);
  put_bits(bits, 0, 2); /* one block in this frame */
}
