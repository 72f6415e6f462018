/* SPDX-License-Identifier: Apache-2.0 */
#include "wav.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t le16(const unsigned char *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t le32(const unsigned char *p) {
  return le16(p) | le16(p + 2) << 16;
}

/* Decodes `bytes` of interleaved 16 bit samples. */
static int read_samples(struct sound *sound, FILE *file, uint32_t bytes,
                        int channels) {
  unsigned char *raw = malloc(bytes ? bytes : 1);
  long i;
  int c;

  sound->length = (long)(bytes / (2u * (unsigned)channels));
  sound->samples = malloc((size_t)(sound->length + 1) * sizeof(float));
  if (!raw || !sound->samples || fread(raw, 1, bytes, file) != bytes) {
    free(raw);
    free(sound->samples);
    return -1;
  }
  for (i = 0; i < sound->length; i++) {
    int sum = 0;
    for (c = 0; c < channels; c++)
      sum += (int16_t)le16(&raw[2 * (i * channels + c)]);
    sound->samples[i] = (float)sum / (32768.0f * (float)channels);
  }
  free(raw);
  return 0;
}

int wav_read(struct sound *sound, const char *path) {
  FILE *file = fopen(path, "rb");
  unsigned char header[12], chunk[8], format[16];
  int channels = 0, ok = 0;

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
  while (!ok && fread(chunk, 1, 8, file) == 8) {
    uint32_t size = le32(chunk + 4);
    if (memcmp(chunk, "fmt ", 4) == 0 && size >= 16) {
      if (fread(format, 1, 16, file) != 16 || le16(format) != 1 ||
          le16(format + 14) != 16)
        break;
      channels = (int)le16(format + 2);
      sound->rate = (int)le32(format + 4);
      fseek(file, (long)(size - 16), SEEK_CUR);
    } else if (memcmp(chunk, "data", 4) == 0 && channels > 0) {
      ok = read_samples(sound, file, size, channels) == 0;
      break;
    } else {
      fseek(file, (long)(size + (size & 1)), SEEK_CUR);
    }
  }
  fclose(file);
  if (!ok)
    fprintf(stderr, "%s: no 16 bit PCM sound in it\n", path);
  return ok ? 0 : -1;
}

void sound_free(struct sound *sound) {
  free(sound->samples);
  sound->samples = NULL;
}
