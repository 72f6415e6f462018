/* SPDX-License-Identifier: Apache-2.0
 *
 * The syntax of a frame: an ADTS header and a raw data block with one single
 * channel element or one channel pair element (ISO/IEC 14496-3, 4.4 and 1.A.2).
 */
#ifndef SYNTAX_H
#define SYNTAX_H

#include "frame.h"

/* Bits of a frame beside the `bits` of its channels, at most. */
int frame_overhead(const struct frame *frame, int channels);

/* Writes a frame to its bytes. `rate` is 48000, 44100 or 32000. */
void write_frame(struct frame *frame, int channels, int rate, enum shape shape);

#endif
