/* SPDX-License-Identifier: Apache-2.0
 *
 * A piece of music of no merit, to encode where no file is at hand. */
#ifndef SIGNAL_H
#define SIGNAL_H

#include "wav.h"

/* The same arguments make the same samples. Returns 0, or -1 if there is no
 * memory; what it leaves is the caller's to sound_free(). */
int make_signal(struct sound *sound, int rate, int channels, double seconds);

#endif
