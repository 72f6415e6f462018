/* SPDX-License-Identifier: Apache-2.0
 *
 * Sound files: WAV with 16 bit PCM, one or two channels. */
#ifndef WAV_H
#define WAV_H

#include <stdint.h>

struct sound {
  int rate;         /* samples a second */
  int channels;     /* 1 or 2 */
  long length;      /* samples of each channel */
  int16_t *samples; /* the channels in turn; owned */
};

/* Both return 0, or -1 after a message to stderr. What wav_read() leaves is
 * the caller's to sound_free(). */
int wav_read(struct sound *sound, const char *path);
int wav_write(const struct sound *sound, const char *path);

void sound_free(struct sound *sound);

#endif
