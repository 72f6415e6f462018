/* SPDX-License-Identifier: Apache-2.0 */
#include "stereo.h"

#include "psycho.h"

/* Noise of the middle and of the side goes to both channels, so each may have
 * half of what the more sensitive channel allows. */
static float shared_noise(float left, float right) {
  return 0.5f * (left < right ? left : right);
}

static void join_band(struct frame *frame, int band) {
  struct channel *left = &frame->channel[0], *right = &frame->channel[1];
  int begin = frame->layout.offset[band], end = frame->layout.offset[band + 1];
  float noise = shared_noise(left->allowed[band], right->allowed[band]);
  float middle = 0, side = 0;

  for (int k = begin; k < end; k++) {
    float m = 0.5f * (left->line[k] + right->line[k]);
    float s = 0.5f * (left->line[k] - right->line[k]);
    middle += m * m;
    side += s * s;
  }
  float apart =
      band_entropy(left->energy[band], left->allowed[band], end - begin) +
      band_entropy(right->energy[band], right->allowed[band], end - begin);
  float joined = band_entropy(middle, noise, end - begin) +
                 band_entropy(side, noise, end - begin);

  frame->mid_side[band] = joined < apart;
  if (!frame->mid_side[band])
    return;
  for (int k = begin; k < end; k++) {
    float l = left->line[k], r = right->line[k];
    left->line[k] = 0.5f * (l + r);
    right->line[k] = 0.5f * (l - r);
  }
  left->energy[band] = middle;
  right->energy[band] = side;
  left->allowed[band] = right->allowed[band] = noise;
}

void join_channels(struct frame *frame) {
  for (int band = 0; band < frame->layout.bands; band++)
    join_band(frame, band);
}
