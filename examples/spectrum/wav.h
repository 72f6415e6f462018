/* SPDX-License-Identifier: Apache-2.0
 * Reading PCM sound files. */
#ifndef WAV_H
#define WAV_H

struct sound {
  int rate;       /* frames in a second */
  long length;    /* number of samples */
  float *samples; /* one channel (the mean of all), -1 to 1 */
};

/* Returns 0, or -1 after a message on stderr. 16 bit PCM only. */
int wav_read(struct sound *sound, const char *path);
void sound_free(struct sound *sound);

#endif
