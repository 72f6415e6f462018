/* SPDX-License-Identifier: Apache-2.0 */
#include "stereo.h"

#include "psycho.h"

/* Noise of the middle and of the side goes to both channels, so each may have
 * half of what the more sensitive channel allows. */
static float shared_noise(float left, float right) {
  return 0.5f * (left < right ? left : right);
}

/* 1 if the band, lines `begin` to `end`, is joined. */
static int join_band(struct spectrum *left, struct spectrum *right, int band,
                     int begin, int end) {
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

  if (joined >= apart)
    return 0;
  for (int k = begin; k < end; k++) {
    float l = left->line[k], r = right->line[k];
    left->line[k] = 0.5f * (l + r);
    right->line[k] = 0.5f * (l - r);
  }
  left->energy[band] = middle;
  right->energy[band] = side;
  left->allowed[band] = right->allowed[band] = noise;
  return 1;
}

void join_channels(struct spectrum *left, struct spectrum *right,
                   const struct layout *layout, struct joint *joint) {
  int count = 0;

  for (int band = 0; band < layout->bands; band++) {
    int joined = join_band(left, right, band, layout->offset[band],
                           layout->offset[band + 1]);
    joint->band[band] = joined;
    count += joined;
  }
  joint->count = count;
}
