/* SPDX-License-Identifier: Apache-2.0
 *
 * aac [options] [in.wav] out.aac: a sound as MPEG-4 AAC. Without an input it
 * makes one of its own. */
#include "encoder.h"
#include "signal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arguments {
  struct options options;
  const char *input, *output, *original;
  int rate, channels; /* of the sound that it makes */
  double seconds;
};

static int usage(const char *program) {
  fprintf(stderr,
          "usage: %s [options] [in.wav] out.aac\n"
          "  -b N   kbit/s, 16 to 256 for each channel (default: 64)\n"
          "  -k     Kaiser-Bessel-derived windows, in place of sines\n"
          "and of the sound that it makes without in.wav:\n"
          "  -s N   seconds (default: 10)\n"
          "  -r N   samples a second: 32000, 44100 (default) or 48000\n"
          "  -m     one channel\n"
          "  -o F   write it to a WAV file, too\n",
          program);
  return 2;
}

/* Returns 0, or -1 if the option is not known. */
static int set_option(struct arguments *a, char name, const char *value) {
  switch (name) {
  case 'b':
    a->options.bits_per_second = 1000 * atoi(value);
    return 0;
  case 's':
    a->seconds = atof(value);
    return 0;
  case 'r':
    a->rate = atoi(value);
    return 0;
  case 'o':
    a->original = value;
    return 0;
  default:
    return -1;
  }
}

static int read_arguments(struct arguments *a, int argc, char **argv) {
  const char *files[2];
  int count = 0;

  for (int i = 1; i < argc; i++) {
    const char *word = argv[i];
    if (word[0] != '-') {
      if (count == 2)
        return -1;
      files[count++] = word;
    } else if (strcmp(word, "-k") == 0) {
      a->options.shape = KAISER_BESSEL;
    } else if (strcmp(word, "-m") == 0) {
      a->channels = 1;
    } else if (strlen(word) != 2 || i + 1 == argc ||
               set_option(a, word[1], argv[++i]) != 0) {
      return -1;
    }
  }
  if (count == 0 || a->seconds <= 0 || a->seconds > 3600 || a->rate < 1 ||
      a->rate > 48000)
    return -1;
  a->input = count == 2 ? files[0] : NULL;
  a->output = files[count - 1];
  return 0;
}

static int get_sound(const struct arguments *a, struct sound *sound) {
  if (a->input)
    return wav_read(sound, a->input);
  if (make_signal(sound, a->rate, a->channels, a->seconds) != 0) {
    fprintf(stderr, "aac: out of memory\n");
    return -1;
  }
  if (a->original && wav_write(sound, a->original) != 0) {
    sound_free(sound);
    return -1;
  }
  return 0;
}

static void report(const struct sound *sound, const struct summary *s) {
  double seconds = (double)s->frames * FRAME / sound->rate;

  printf("%ld frames, %ld of short windows, %ld bytes, %.1f kbit/s\n",
         s->frames, s->short_frames, s->bytes,
         (double)s->bytes * 8 / 1000 / seconds);
  if (sound->channels == 2)
    printf("%ld of %ld bands coded as middle and side\n", s->joined_bands,
           s->bands);
}

int main(int argc, char **argv) {
  struct arguments a = {{0, SINE}, NULL, NULL, NULL, 44100, 2, 10};
  struct summary summary;
  struct sound sound;

  if (read_arguments(&a, argc, argv) != 0)
    return usage(argv[0]);
  if (get_sound(&a, &sound) != 0)
    return 1;
  if (a.options.bits_per_second == 0)
    a.options.bits_per_second = 64000 * sound.channels;
  int rate = a.options.bits_per_second / sound.channels;
  if (rate < 16000 || rate > 256000) {
    sound_free(&sound);
    return usage(argv[0]);
  }
  FILE *out = fopen(a.output, "wb");
  if (!out) {
    perror(a.output);
    sound_free(&sound);
    return 1;
  }
  int status = encode(&sound, &a.options, out, &summary) == 0 ? 0 : 1;
  if (fclose(out) != 0) {
    perror(a.output);
    status = 1;
  }
  if (status == 0)
    report(&sound, &summary);
  sound_free(&sound);
  return status;
}
