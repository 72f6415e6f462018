/* SPDX-License-Identifier: Apache-2.0
 *
 * MPEG-4 AAC, low complexity, as an ADTS stream. */
#ifndef ENCODER_H
#define ENCODER_H

#include "mdct.h"
#include "wav.h"

#include <stdio.h>

struct options {
  int bits_per_second; /* of all channels */
  enum shape shape;
};

/* What was done. */
struct summary {
  long frames;
  long short_frames; /* frames of eight short windows */
  long bands;        /* bands of two channels that could be joined */
  long joined_bands; /* and were */
  long bytes;
};

/* Encodes a sound of 48, 44.1 or 32 kHz to `out`. Returns 0, or -1 after a
 * message to stderr. */
int encode(const struct sound *sound, const struct options *options, FILE *out,
           struct summary *summary);

#endif
