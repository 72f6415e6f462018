/* SPDX-License-Identifier: Apache-2.0
 *
 * What becomes of a frame, from one step to the next. */
#ifndef FRAME_H
#define FRAME_H

#include "bands.h"

enum { MOST_CHANNELS = 2 };

/* How a frame is cut, which is the same for its channels. */
struct cut {
  enum sequence sequence;
  struct layout layout;
};

/* What a channel holds: its lines in the order of the layout, and of each band
 * the energy and the noise that can not be heard beside it. */
struct spectrum {
  float line[FRAME];
  float energy[MOST_BANDS];
  float allowed[MOST_BANDS];
  float entropy; /* bits that it would take to allow no more */
};

/* Which bands of two channels are coded as their middle and side. */
struct joint {
  int band[MOST_BANDS]; /* 1: (left + right) / 2 and (left - right) / 2 */
  int count;            /* of those */
};

/* A channel as it is sent. */
struct coded {
  int value[FRAME];
  int scale[MOST_BANDS]; /* scale factors */
  int book[MOST_BANDS];  /* codebooks; 0: all values of the band are 0 */
  int bits;              /* of scale factors, sections and values */
};

#endif
