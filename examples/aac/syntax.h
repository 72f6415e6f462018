/* SPDX-License-Identifier: Apache-2.0
 *
 * The syntax of a frame: an ADTS header and a raw data block with one single
 * channel element or one channel pair element (ISO/IEC 14496-3, 4.4 and 1.A.2).
 */
#ifndef SYNTAX_H
#define SYNTAX_H

#include "bits.h"
#include "frame.h"

/* What is said of a whole stream. */
struct format {
  int channels, rate; /* the rate is 48000, 44100 or 32000 */
  enum shape shape;
};

/* Bits of a frame beside those of its coded channels, at most. */
int frame_overhead(const struct layout *layout, int channels);

/* Writes a frame, from its header on. `joint` and `right` count for two
 * channels. */
void write_frame(const struct format *format, const struct cut *cut,
                 const struct joint *joint, const struct coded *left,
                 const struct coded *right, struct bits *bits);

#endif
