/* SPDX-License-Identifier: Apache-2.0 */
#include "deadline/estimate.h"

enum { DECAY = 8 }; /* shorter iterations are believed by so small a part */

void hki_estimate_add(struct hki_estimate *estimate, const float *stretch,
                      unsigned price, double ns) {
  double highest = ns / (double)stretch[price];
  for (unsigned i = 0; i < estimate->prices; i++)
    estimate->done[i] += highest * (double)stretch[i];
}

void hki_estimate_end(struct hki_estimate *estimate) {
  for (unsigned i = 0; i < estimate->prices; i++) {
    double *whole = &estimate->whole[i], done = estimate->done[i];
    *whole = done > *whole ? done : *whole - (*whole - done) / DECAY;
    estimate->done[i] = 0;
  }
}

/* An iteration that has done more than any before says nothing about what is
 * left of it. */
static int is_longer(const struct hki_estimate *estimate) {
  return estimate->done[0] > estimate->whole[0];
}

unsigned hki_estimate_price(const struct hki_estimate *estimate,
                            double left_ns) {
  if (estimate->whole[0] == 0 || is_longer(estimate))
    return 0;
  for (unsigned i = estimate->prices; i-- > 1;)
    if (estimate->whole[i] - estimate->done[i] <= left_ns)
      return i;
  return 0;
}
