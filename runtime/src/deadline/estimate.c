/* SPDX-License-Identifier: Apache-2.0 */
#include "deadline/estimate.h"

#include <stdbool.h>

enum { WINDOW = 32 }; /* iterations */

void hki_estimate_add(struct hki_estimate *estimate, const float *stretch,
                      unsigned price, double ns) {
  double highest = ns / (double)stretch[price];
  for (unsigned i = 0; i < estimate->prices; i++)
    estimate->done[i] += highest * (double)stretch[i];
}

void hki_estimate_end(struct hki_estimate *estimate) {
  bool is_full = ++estimate->turns == WINDOW;
  for (unsigned i = 0; i < estimate->prices; i++) {
    double *newer = &estimate->newer[i], *older = &estimate->older[i];
    double done = estimate->done[i];
    *newer = done > *newer ? done : *newer;
    estimate->whole[i] = *newer > *older ? *newer : *older;
    estimate->done[i] = 0;
    if (!is_full)
      continue;
    *older = *newer;
    *newer = 0;
  }
  if (is_full)
    estimate->turns = 0;
}

/* An iteration that has done more than any before says nothing about what is
 * left of it. */
static bool is_longer(const struct hki_estimate *estimate) {
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
