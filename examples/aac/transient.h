/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the sound begins suddenly, so that a long window would spread its
 * quantization noise over the silence before. */
#ifndef TRANSIENT_H
#define TRANSIENT_H

#include "mdct.h"

/* The short window, 0 to WINDOWS - 1, in whose middle `samples` of a frame
 * become much louder, or -1. */
int find_attack(const float *samples);

/* The windows of a frame, by whether the frames before it, itself and after it
 * have an attack. There is no window from short to short, so a frame between
 * two with attacks has short windows, too. */
enum sequence choose_sequence(const int attack[5]);

#endif
