/* SPDX-License-Identifier: Apache-2.0
 *
 * What becomes of a frame, from the samples to the bits. */
#ifndef FRAME_H
#define FRAME_H

#include "bands.h"

#include <stdint.h>

enum {
  MOST_CHANNELS = 2,
  MOST_CHANNEL_BITS = 6144, /* that a decoder's buffer has for a channel */
  MOST_FRAME_BYTES = MOST_CHANNELS * MOST_CHANNEL_BITS / 8
};

struct channel {
  /* The analysis: lines as the layout orders them, and of each band its energy
   * and the noise that can not be heard beside it. */
  float line[FRAME];
  float energy[MOST_BANDS];
  float allowed[MOST_BANDS];
  float entropy; /* bits that it would take to allow no more */

  int budget; /* bits that quantization may use */

  /* The quantization. */
  int value[FRAME];
  int scale[MOST_BANDS]; /* scale factors */
  int book[MOST_BANDS];  /* codebooks */
  int bits;              /* of scale factors, sections and values */
};

struct frame {
  enum sequence sequence;
  struct layout layout;
  struct channel channel[MOST_CHANNELS];
  int mid_side[MOST_BANDS]; /* 1 where a band's channels are (left + right) / 2
                               and (left - right) / 2 */
  uint8_t bytes[MOST_FRAME_BYTES];
  int size; /* of what is in bytes */
};

#endif
