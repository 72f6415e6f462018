/* SPDX-License-Identifier: Apache-2.0 */
#include "wav.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t le16(const unsigned char *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t le32(const unsigned char *p) {
  return le16(p) | le16(p + 2) << 16;
}

/* Reads as many whole samples as there are, up to `bytes` of them: a file that
 * was cut off is read to its end. */
static int read_samples(struct sound *sound, FILE *file, uint32_t bytes) {
  size_t width = 2 * (size_t)sound->channels;
  size_t wanted = bytes / width;
  unsigned char *raw = malloc(wanted * width + 1);

  if (!raw)
    return -1;
  size_t found = fread(raw, width, wanted, file);
  size_t count = found * (size_t)sound->channels;
  sound->length = (long)found;
  sound->samples = malloc((count + 1) * sizeof *sound->samples);
  if (sound->samples)
    for (size_t i = 0; i < count; i++)
      sound->samples[i] = (int16_t)le16(&raw[2 * i]);
  free(raw);
  return sound->samples ? 0 : -1;
}

static int read_format(struct sound *sound, FILE *file, uint32_t size) {
  unsigned char format[16];

  if (size < 16 || fread(format, 1, 16, file) != 16)
    return -1;
  sound->channels = (int)le16(format + 2);
  sound->rate = (int)le32(format + 4);
  if (le16(format) != 1 || le16(format + 14) != 16 || sound->channels < 1 ||
      sound->channels > 2)
    return -1;
  return fseek(file, (long)(size - 16 + (size & 1)), SEEK_CUR);
}

static int read_chunks(struct sound *sound, FILE *file) {
  unsigned char chunk[8];

  sound->channels = 0;
  while (fread(chunk, 1, 8, file) == 8) {
    uint32_t size = le32(chunk + 4);
    if (memcmp(chunk, "fmt ", 4) == 0) {
      if (read_format(sound, file, size) != 0)
        return -1;
    } else if (memcmp(chunk, "data", 4) == 0 && sound->channels > 0) {
      return read_samples(sound, file, size);
    } else if (fseek(file, (long)size + (long)(size & 1), SEEK_CUR) != 0) {
      return -1;
    }
  }
  return -1;
}

int wav_read(struct sound *sound, const char *path) {
  FILE *file = fopen(path, "rb");
  unsigned char header[12];
  int failed;

  if (!file) {
    perror(path);
    return -1;
  }
  if (fread(header, 1, 12, file) != 12 || memcmp(header, "RIFF", 4) != 0 ||
      memcmp(header + 8, "WAVE", 4) != 0) {
    fprintf(stderr, "%s: not a WAV file\n", path);
    fclose(file);
    return -1;
  }
  failed = read_chunks(sound, file) != 0;
  fclose(file);
  if (failed)
    fprintf(stderr, "%s: no 16 bit PCM sound of one or two channels in it\n",
            path);
  return failed ? -1 : 0;
}

static void put(FILE *file, uint32_t value, int bytes) {
  for (int i = 0; i < bytes; i++)
    fputc((int)(value >> (8 * i) & 255), file);
}

int wav_write(const struct sound *sound, const char *path) {
  FILE *file = fopen(path, "wb");
  uint32_t channels = (uint32_t)sound->channels;
  uint32_t rate = (uint32_t)sound->rate;
  long count = sound->length * sound->channels;

  if (!file) {
    perror(path);
    return -1;
  }
  fputs("RIFF", file);
  put(file, 36 + 2 * (uint32_t)count, 4);
  fputs("WAVEfmt ", file);
  put(file, 16, 4);
  put(file, 1, 2);
  put(file, channels, 2);
  put(file, rate, 4);
  put(file, rate * channels * 2, 4);
  put(file, channels * 2, 2);
  put(file, 16, 2);
  fputs("data", file);
  put(file, 2 * (uint32_t)count, 4);
  for (long i = 0; i < count; i++)
    put(file, (uint16_t)sound->samples[i], 2);
  int failed = ferror(file);
  failed |= fclose(file);
  if (failed)
    fprintf(stderr, "%s: write error\n", path);
  return failed ? -1 : 0;
}

void sound_free(struct sound *sound) {
  free(sound->samples);
  sound->samples = NULL;
}
