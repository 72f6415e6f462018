/* SPDX-License-Identifier: Apache-2.0
 *
 * The frames of a sound, some at a time: all are cut into windows and analysed,
 * then each gets its bits, then all are quantized and written. What a batch
 * leaves of its bits goes to the next. */
#include "encoder.h"

#include "psycho.h"
#include "quantize.h"
#include "reservoir.h"
#include "stereo.h"
#include "syntax.h"
#include "transient.h"

#include <stdlib.h>

enum { BATCH = 64, AROUND = 2 };

/* What is known of each frame of a batch. */
struct batch {
  int count; /* frames, at most BATCH */
  struct cut *cut;
  struct spectrum *spectrum[MOST_CHANNELS];
  struct joint *joint;
  struct budget *budget;
  struct coded *coded[MOST_CHANNELS];
  struct bits *bits;
};

struct encoder {
  struct format format;
  long count; /* of frames */
  struct bands of_long, of_short;
  struct reservoir reservoir;
  float *samples[MOST_CHANNELS]; /* with a frame of silence before them */
  int *attack; /* of each frame, with AROUND frames before and after */
};

/* In Hz, by what is left of the rate for each channel. */
static int highest_frequency(int bits_per_second) {
  int highest = 4000 + bits_per_second / 5;
  return highest < 20000 ? highest : 20000;
}

static int allocate(struct encoder *e, struct batch *batch) {
  size_t count = (size_t)e->count;

  e->attack = malloc((count + 2 * AROUND) * sizeof *e->attack);
  batch->cut = malloc(BATCH * sizeof *batch->cut);
  batch->joint = malloc(BATCH * sizeof *batch->joint);
  batch->budget = malloc(BATCH * sizeof *batch->budget);
  batch->bits = malloc(BATCH * sizeof *batch->bits);
  int failed = !e->attack || !batch->cut || !batch->joint || !batch->budget ||
               !batch->bits;
  for (int c = 0; c < MOST_CHANNELS; c++) {
    e->samples[c] = malloc((count + 1) * FRAME * sizeof(float));
    batch->spectrum[c] = malloc(BATCH * sizeof *batch->spectrum[c]);
    batch->coded[c] = malloc(BATCH * sizeof *batch->coded[c]);
    failed |= !e->samples[c] || !batch->spectrum[c] || !batch->coded[c];
  }
  return failed ? -1 : 0;
}

static void release(struct encoder *e, struct batch *batch) {
  for (int c = 0; c < MOST_CHANNELS; c++) {
    free(e->samples[c]);
    free(batch->spectrum[c]);
    free(batch->coded[c]);
  }
  free(e->attack);
  free(batch->cut);
  free(batch->joint);
  free(batch->budget);
  free(batch->bits);
}

/* A frame of silence, the channel's samples, and silence to the end. */
static void take_channel(const struct encoder *e, const struct sound *sound,
                         int c) {
  float *to = e->samples[c];

  for (long i = 0; i < FRAME; i++)
    to[i] = 0;
  for (long i = 0; i < sound->length; i++)
    to[FRAME + i] = sound->samples[i * sound->channels + c];
  for (long i = FRAME + sound->length; i < (e->count + 1) * FRAME; i++)
    to[i] = 0;
}

/* Where a frame has an attack in any channel, all have short windows. */
static void find_attacks(const struct encoder *e) {
  for (long t = 0; t < AROUND; t++) {
    e->attack[t] = -1;
    e->attack[e->count + AROUND + t] = -1;
  }
  for (long t = 0; t < e->count; t++) {
    int attack = -1;
    for (int c = 0; c < e->format.channels; c++) {
      int found = find_attack(e->samples[c] + t * FRAME);
      if (found >= 0 && (attack < 0 || found < attack))
        attack = found;
    }
    e->attack[t + AROUND] = attack;
  }
}

/* The windows of the frame in the middle of `attack`. */
static void cut_frame(const struct encoder *e, const int *attack,
                      struct cut *cut) {
  int window = attack[AROUND] < 0 ? 0 : attack[AROUND];

  cut->sequence = choose_sequence(attack);
  if (cut->sequence == EIGHT_SHORT)
    layout_short(&cut->layout, &e->of_short, window);
  else
    layout_long(&cut->layout, &e->of_long);
}

/* The `lines` of the filter bank in the order of the layout; lines above the
 * bands are left out. */
static void arrange(const struct encoder *e, const struct layout *layout,
                    const float *lines, struct spectrum *spectrum) {
  const struct bands *bands = layout->windows == 1 ? &e->of_long : &e->of_short;
  int window = 0, to = 0;

  for (int g = 0; g < layout->groups; g++) {
    for (int b = 0; b < bands->used; b++)
      for (int w = window; w < window + layout->length[g]; w++)
        for (int k = bands->offset[b]; k < bands->offset[b + 1]; k++)
          spectrum->line[to++] = lines[w * SHORT + k];
    window += layout->length[g];
  }
}

static void analyse(const struct encoder *e, const float *samples,
                    const struct cut *cut, struct spectrum *spectrum) {
  float lines[FRAME];

  filter_bank(samples, cut->sequence, lines);
  listen(samples, lines, &cut->layout, spectrum);
  arrange(e, &cut->layout, lines, spectrum);
}

/* The frames from `first`, up to their spectra. */
static void analyse_batch(const struct encoder *e, long first,
                          struct batch *batch) {
  int channels = e->format.channels;

  for (int t = 0; t < batch->count; t++)
    cut_frame(e, e->attack + first + t, &batch->cut[t]);
  for (int t = 0; t < batch->count; t++)
    for (int c = 0; c < channels; c++)
      analyse(e, e->samples[c] + (first + t) * FRAME, &batch->cut[t],
              &batch->spectrum[c][t]);
  if (channels == 2)
    for (int t = 0; t < batch->count; t++)
      join_channels(&batch->spectrum[0][t], &batch->spectrum[1][t],
                    &batch->cut[t].layout, &batch->joint[t]);
  for (int t = 0; t < batch->count; t++)
    for (int c = 0; c < channels; c++)
      sum_entropy(&batch->spectrum[c][t], &batch->cut[t].layout);
}

/* From their spectra to their bits. */
static void code_batch(struct encoder *e, struct batch *batch) {
  plan_bits(&e->reservoir, batch->cut, batch->spectrum, batch->budget,
            batch->count);
  for (int t = 0; t < batch->count; t++)
    for (int c = 0; c < e->format.channels; c++)
      quantize(&batch->spectrum[c][t], &batch->cut[t].layout,
               batch->budget[t].bits[c], &batch->coded[c][t]);
  return_bits(&e->reservoir, batch->budget, batch->coded, batch->count);
  for (int t = 0; t < batch->count; t++)
    write_frame(&e->format, &batch->cut[t], &batch->joint[t],
                &batch->coded[0][t], &batch->coded[1][t], &batch->bits[t]);
}

static int write_batch(const struct batch *batch, FILE *out) {
  for (int t = 0; t < batch->count; t++) {
    size_t size = (size_t)batch->bits[t].count / 8;

    if (fwrite(batch->bits[t].bytes, 1, size, out) != size) {
      fprintf(stderr, "aac: write error\n");
      return -1;
    }
  }
  return 0;
}

static void count_batch(const struct batch *batch, int channels,
                        struct summary *summary) {
  for (int t = 0; t < batch->count; t++) {
    summary->frames++;
    summary->short_frames += batch->cut[t].sequence == EIGHT_SHORT;
    summary->bytes += batch->bits[t].count / 8;
    if (channels == 2) {
      summary->bands += batch->cut[t].layout.bands;
      summary->joined_bands += batch->joint[t].count;
    }
  }
}

static int encode_frames(struct encoder *e, struct batch *batch, FILE *out,
                         struct summary *summary) {
  for (long first = 0; first < e->count; first += BATCH) {
    long left = e->count - first;

    batch->count = left < BATCH ? (int)left : BATCH;
    analyse_batch(e, first, batch);
    code_batch(e, batch);
    if (write_batch(batch, out) != 0)
      return -1;
    count_batch(batch, e->format.channels, summary);
  }
  return 0;
}

/* The tables, the samples and what is known before the first frame. */
static void begin(struct encoder *e, const struct sound *sound,
                  int bits_per_second) {
  mdct_init(e->format.shape);
  psycho_init(&e->of_long, &e->of_short, e->format.rate);
  quantize_init();
  reservoir_init(&e->reservoir, e->format.channels, e->format.rate,
                 bits_per_second);
  for (int c = 0; c < e->format.channels; c++)
    take_channel(e, sound, c);
  find_attacks(e);
}

int encode(const struct sound *sound, const struct options *options, FILE *out,
           struct summary *summary) {
  struct encoder e = {.format = {sound->channels, sound->rate, options->shape}};
  struct batch batch;
  int highest = highest_frequency(options->bits_per_second / sound->channels);
  int status = -1;

  *summary = (struct summary){0};
  /* The last samples, too, are in two frames. */
  e.count = (sound->length + FRAME - 1) / FRAME + 1;
  if (bands_init(&e.of_long, &e.of_short, sound->rate, highest) != 0) {
    fprintf(stderr,
            "aac: %d samples a second; 32000, 44100 or 48000 expected\n",
            sound->rate);
    return -1;
  }
  if (allocate(&e, &batch) == 0) {
    begin(&e, sound, options->bits_per_second);
    status = encode_frames(&e, &batch, out, summary);
  } else {
    fprintf(stderr, "aac: out of memory\n");
  }
  release(&e, &batch);
  return status;
}
