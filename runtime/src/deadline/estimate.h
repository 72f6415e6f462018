/* SPDX-License-Identifier: Apache-2.0
 *
 * How long an iteration of a loop takes at each price of time: what earlier
 * iterations took at the prices that they ran at, scaled by what the compiler
 * says of their parts. Plain numbers; no clock is read here.
 */
#pragma once

#include "hocket/abi_points.h"

struct hki_estimate {
  unsigned prices;
  double whole[hk_most_prices]; /* ns of an iteration; 0: none has ended */
  double done[hk_most_prices];  /* of this iteration, so far */
  double newer[hk_most_prices]; /* the longest since the last full window, */
  double older[hk_most_prices]; /* and in that one */
  unsigned turns;               /* that `newer` is of */
};

/* A part of the iteration has run for `ns` at the price. \param stretch by
 * price, of that part */
void hki_estimate_add(struct hki_estimate *estimate, const float *stretch,
                      unsigned price, double ns);

/* The iteration has ended. The longest of the last 32 to 64 is what the next
 * one is taken to need: in many programs a long one comes every so often. */
void hki_estimate_end(struct hki_estimate *estimate);

/* The least price at which what is left of the iteration takes at most
 * `left_ns`; 0 where none does, or nothing is known. */
unsigned hki_estimate_price(const struct hki_estimate *estimate,
                            double left_ns);
