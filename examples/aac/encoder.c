/* SPDX-License-Identifier: Apache-2.0
 *
 * The frames of a sound, some at a time: all are analysed, then each gets its
 * bits, then all are quantized and written. What a batch leaves of its bits
 * goes to the next. */
#include "encoder.h"

#include "psycho.h"
#include "quantize.h"
#include "reservoir.h"
#include "stereo.h"
#include "syntax.h"
#include "transient.h"

#include <stdlib.h>

enum { BATCH = 64, AROUND = 2 };

struct encoder {
  int channels, rate;
  enum shape shape;
  long count; /* of frames */
  struct bands of_long, of_short;
  struct reservoir reservoir;
  float *samples[MOST_CHANNELS]; /* with a frame of silence before them */
  int *attack; /* of each frame, with AROUND frames before and after */
  struct frame *batch;
};

/* In Hz, by what is left of the rate for each channel. */
static int highest_frequency(int bits_per_second) {
  int highest = 4000 + bits_per_second / 5;
  return highest < 20000 ? highest : 20000;
}

static int allocate(struct encoder *e) {
  size_t count = (size_t)e->count;

  e->attack = malloc((count + 2 * AROUND) * sizeof *e->attack);
  e->batch = malloc(BATCH * sizeof *e->batch);
  for (int c = 0; c < e->channels; c++)
    e->samples[c] = malloc((count + 1) * FRAME * sizeof(float));
  return e->attack && e->batch && e->samples[0] && e->samples[e->channels - 1]
             ? 0
             : -1;
}

static void release(struct encoder *e) {
  for (int c = 0; c < MOST_CHANNELS; c++)
    free(e->samples[c]);
  free(e->attack);
  free(e->batch);
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
  for (long t = -AROUND; t < 0; t++)
    e->attack[t + AROUND] = e->attack[e->count + AROUND - t - 1] = -1;
  for (long t = 0; t < e->count; t++) {
    int attack = -1;
    for (int c = 0; c < e->channels; c++) {
      int found = find_attack(e->samples[c] + t * FRAME);
      if (found >= 0 && (attack < 0 || found < attack))
        attack = found;
    }
    e->attack[t + AROUND] = attack;
  }
}

static void analyse(const struct encoder *e, long t, struct frame *frame) {
  int attack = e->attack[t + AROUND];

  frame->sequence = choose_sequence(e->attack + t);
  if (frame->sequence == EIGHT_SHORT)
    layout_short(&frame->layout, &e->of_short, attack < 0 ? 0 : attack);
  else
    layout_long(&frame->layout, &e->of_long);
  for (int c = 0; c < e->channels; c++) {
    struct channel *channel = &frame->channel[c];
    const float *samples = e->samples[c] + t * FRAME;
    float lines[FRAME];

    filter_bank(samples, frame->sequence, lines);
    listen(samples, lines, frame, channel);
    arrange(lines, &frame->layout,
            frame->layout.windows == 1 ? &e->of_long : &e->of_short,
            channel->line);
  }
  if (e->channels == 2)
    join_channels(frame);
  for (int c = 0; c < e->channels; c++)
    sum_entropy(&frame->channel[c], &frame->layout);
}

static int write_batch(const struct encoder *e, int count, FILE *out,
                       struct summary *summary) {
  for (int t = 0; t < count; t++) {
    const struct frame *frame = &e->batch[t];
    size_t size = (size_t)frame->size;

    if (fwrite(frame->bytes, 1, size, out) != size)
      return -1;
    summary->frames++;
    summary->short_frames += frame->sequence == EIGHT_SHORT;
    summary->bytes += frame->size;
    for (int b = 0; b < frame->layout.bands && e->channels == 2; b++) {
      summary->bands++;
      summary->joined_bands += frame->mid_side[b];
    }
  }
  return 0;
}

static int encode_frames(struct encoder *e, FILE *out,
                         struct summary *summary) {
  for (long first = 0; first < e->count; first += BATCH) {
    int count = e->count - first < BATCH ? (int)(e->count - first) : BATCH;

    for (int t = 0; t < count; t++)
      analyse(e, first + t, &e->batch[t]);
    plan_bits(&e->reservoir, e->batch, count);
    for (int t = 0; t < count; t++)
      for (int c = 0; c < e->channels; c++)
        quantize(&e->batch[t].channel[c], &e->batch[t].layout);
    return_bits(&e->reservoir, e->batch, count);
    for (int t = 0; t < count; t++)
      write_frame(&e->batch[t], e->channels, e->rate, e->shape);
    if (write_batch(e, count, out, summary) != 0) {
      fprintf(stderr, "aac: write error\n");
      return -1;
    }
  }
  return 0;
}

int encode(const struct sound *sound, const struct options *options, FILE *out,
           struct summary *summary) {
  struct encoder e = {.channels = sound->channels,
                      .rate = sound->rate,
                      .shape = options->shape};
  int highest = highest_frequency(options->bits_per_second / e.channels);
  int status;

  *summary = (struct summary){0};
  /* The last samples, too, are in two frames. */
  e.count = (sound->length + FRAME - 1) / FRAME + 1;
  if (bands_init(&e.of_long, &e.of_short, e.rate, highest) != 0) {
    fprintf(stderr,
            "aac: %d samples a second; 32000, 44100 or 48000 expected\n",
            e.rate);
    return -1;
  }
  if (allocate(&e) != 0) {
    fprintf(stderr, "aac: out of memory\n");
    release(&e);
    return -1;
  }
  mdct_init(options->shape);
  psycho_init(&e.of_long, &e.of_short, e.rate);
  quantize_init();
  reservoir_init(&e.reservoir, e.channels, e.rate, options->bits_per_second);
  for (int c = 0; c < e.channels; c++)
    take_channel(&e, sound, c);
  find_attacks(&e);
  status = encode_frames(&e, out, summary);
  release(&e);
  return status;
}
