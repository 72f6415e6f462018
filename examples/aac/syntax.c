/* SPDX-License-Identifier: Apache-2.0 */
#include "syntax.h"

#include "adts.h"
#include "huffman.h"

enum { SINGLE_CHANNEL = 0, CHANNEL_PAIR = 1, END = 7 };

int frame_overhead(const struct layout *layout, int channels) {
  int window = layout->windows == 1 ? 11 : 15;
  int element = channels == 1 ? 7 : 10 + layout->bands;
  int channel = 8 + 3;

  return 8 * ADTS_BYTES + element + window + channels * channel + 3 + 7;
}

static void put_window(struct bits *bits, const struct cut *cut,
                       enum shape shape) {
  const struct layout *layout = &cut->layout;

  put_bits(bits, 0, 1);
  put_bits(bits, cut->sequence, 2);
  put_bits(bits, shape == KAISER_BESSEL, 1);
  if (layout->windows == 1) {
    put_bits(bits, (uint32_t)layout->group_bands, 6);
    put_bits(bits, 0, 1); /* no prediction */
    return;
  }
  put_bits(bits, (uint32_t)layout->group_bands, 4);
  /* For each window but the first, whether it is in the group before. */
  for (int g = 0; g < layout->groups; g++)
    for (int w = 0; w < layout->length[g]; w++)
      if (g + w > 0)
        put_bits(bits, w > 0, 1);
}

static void put_joint(struct bits *bits, const struct joint *joint, int bands) {
  if (joint->count == 0 || joint->count == bands) {
    put_bits(bits, joint->count == 0 ? 0 : 2, 2); /* none or all */
    return;
  }
  put_bits(bits, 1, 2);
  for (int b = 0; b < bands; b++)
    put_bits(bits, (uint32_t)joint->band[b], 1);
}

/* The first scale factor that is sent, which the others follow. */
static int global_gain(const struct coded *channel, int bands) {
  for (int b = 0; b < bands; b++)
    if (channel->book[b] != 0)
      return channel->scale[b];
  return 0;
}

static void put_gain(struct bits *bits, const struct coded *channel,
                     int bands) {
  put_bits(bits, (uint32_t)global_gain(channel, bands), 8);
}

static void put_scales(struct bits *bits, const struct coded *channel,
                       int bands) {
  int last = global_gain(channel, bands);

  for (int b = 0; b < bands; b++) {
    if (channel->book[b] == 0)
      continue;
    put_scale(bits, channel->scale[b] - last);
    last = channel->scale[b];
  }
}

/* What follows a channel's gain and windows. */
static void put_channel(struct bits *bits, const struct layout *layout,
                        const struct coded *channel) {
  put_sections(bits, layout, channel->book);
  put_scales(bits, channel, layout->bands);
  put_bits(bits, 0, 3); /* no pulses, no noise shaping, no gain control */
  for (int b = 0; b < layout->bands; b++)
    put_values(bits, channel->value + layout->offset[b],
               layout->offset[b + 1] - layout->offset[b], channel->book[b]);
}

static void put_single(struct bits *bits, const struct cut *cut,
                       const struct coded *channel, enum shape shape) {
  put_bits(bits, SINGLE_CHANNEL, 3);
  put_bits(bits, 0, 4); /* the element's number */
  put_gain(bits, channel, cut->layout.bands);
  put_window(bits, cut, shape);
  put_channel(bits, &cut->layout, channel);
}

static void put_pair(struct bits *bits, const struct cut *cut,
                     const struct joint *joint, const struct coded *left,
                     const struct coded *right, enum shape shape) {
  put_bits(bits, CHANNEL_PAIR, 3);
  put_bits(bits, 0, 4); /* the element's number */
  put_bits(bits, 1, 1); /* both channels have the same windows */
  put_window(bits, cut, shape);
  put_joint(bits, joint, cut->layout.bands);
  put_gain(bits, left, cut->layout.bands);
  put_channel(bits, &cut->layout, left);
  put_gain(bits, right, cut->layout.bands);
  put_channel(bits, &cut->layout, right);
}

void write_frame(const struct format *format, const struct cut *cut,
                 const struct joint *joint, const struct coded *left,
                 const struct coded *right, struct bits *bits) {
  bits->count = 8 * ADTS_BYTES; /* filled in when the size is known */
  if (format->channels == 1)
    put_single(bits, cut, left, format->shape);
  else
    put_pair(bits, cut, joint, left, right, format->shape);
  put_bits(bits, END, 3);
  align_bits(bits);
  int size = bits->count / 8;
  bits->count = 0;
  put_adts(bits, size, format->channels, format->rate);
  bits->count = 8 * size;
}
