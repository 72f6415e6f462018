/* SPDX-License-Identifier: Apache-2.0 */
#include "syntax.h"

#include "adts.h"
#include "bits.h"
#include "huffman.h"

enum { SINGLE_CHANNEL = 0, CHANNEL_PAIR = 1, END = 7 };

static int common_bands(const struct frame *frame) {
  int joined = 0;

  for (int b = 0; b < frame->layout.bands; b++)
    joined += frame->mid_side[b];
  return joined;
}

int frame_overhead(const struct frame *frame, int channels) {
  int window = frame->layout.windows == 1 ? 11 : 15;
  int element = channels == 1 ? 7 : 10 + frame->layout.bands;
  int channel = 8 + 3;

  return 8 * ADTS_BYTES + element + window + channels * channel + 3 + 7;
}

static void put_window(struct bits *bits, const struct frame *frame,
                       enum shape shape) {
  const struct layout *layout = &frame->layout;

  put_bits(bits, 0, 1);
  put_bits(bits, frame->sequence, 2);
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

static void put_joined(struct bits *bits, const struct frame *frame) {
  int joined = common_bands(frame);

  if (joined == 0 || joined == frame->layout.bands) {
    put_bits(bits, joined == 0 ? 0 : 2, 2); /* none or all */
    return;
  }
  put_bits(bits, 1, 2);
  for (int b = 0; b < frame->layout.bands; b++)
    put_bits(bits, (uint32_t)frame->mid_side[b], 1);
}

/* The first scale factor that is sent, which the others follow. */
static int global_gain(const struct channel *channel, int bands) {
  for (int b = 0; b < bands; b++)
    if (channel->book[b] != 0)
      return channel->scale[b];
  return 0;
}

static void put_scales(struct bits *bits, const struct channel *channel,
                       int bands) {
  int last = global_gain(channel, bands);

  for (int b = 0; b < bands; b++) {
    if (channel->book[b] == 0)
      continue;
    put_scale(bits, channel->scale[b] - last);
    last = channel->scale[b];
  }
}

static void put_channel(struct bits *bits, const struct frame *frame, int c,
                        int has_window, enum shape shape) {
  const struct channel *channel = &frame->channel[c];
  const struct layout *layout = &frame->layout;

  put_bits(bits, (uint32_t)global_gain(channel, layout->bands), 8);
  if (has_window)
    put_window(bits, frame, shape);
  put_sections(bits, layout, channel->book);
  put_scales(bits, channel, layout->bands);
  put_bits(bits, 0, 3); /* no pulses, no noise shaping, no gain control */
  for (int b = 0; b < layout->bands; b++)
    put_values(bits, channel->value + layout->offset[b],
               layout->offset[b + 1] - layout->offset[b], channel->book[b]);
}

void write_frame(struct frame *frame, int channels, int rate,
                 enum shape shape) {
  struct bits bits = {frame->bytes, 8 * ADTS_BYTES};

  put_bits(&bits, channels == 1 ? SINGLE_CHANNEL : CHANNEL_PAIR, 3);
  put_bits(&bits, 0, 4); /* the element's number */
  if (channels == 1) {
    put_channel(&bits, frame, 0, 1, shape);
  } else {
    put_bits(&bits, 1, 1); /* both channels have the same windows */
    put_window(&bits, frame, shape);
    put_joined(&bits, frame);
    put_channel(&bits, frame, 0, 0, shape);
    put_channel(&bits, frame, 1, 0, shape);
  }
  put_bits(&bits, END, 3);
  align_bits(&bits);
  frame->size = bits.count / 8;
  put_adts(frame->bytes, frame->size, channels, rate);
}
