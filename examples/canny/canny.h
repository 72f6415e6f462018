/* SPDX-License-Identifier: Apache-2.0
 * Edge detection after J. Canny, "A Computational Approach to Edge Detection",
 * IEEE PAMI 8(6), 1986. */
#ifndef CANNY_H
#define CANNY_H

#include "pgm.h"

struct canny_params {
  float sigma; /* of the Gaussian, in pixels */
  float low;   /* gradient above which a pixel may belong to an edge */
  float high;  /* gradient above which it does */
};

/* Edges of `in` as 255 on 0; `out` is allocated here. Returns the number of
 * edge pixels, or -1 when there is no memory. */
long canny(const struct image *in, struct image *out,
           const struct canny_params *params);

#endif
