/* SPDX-License-Identifier: Apache-2.0
 *
 * A back end of frequency control: what sets a clock, as a table of functions.
 * The common part (request.c) sees to it that one is never entered twice at a
 * time for one clock.
 */
#pragma once

#include "hocket/power.h"

struct hki_clock; /* clock.h */

struct hki_power_backend {
  enum hk_power_backend kind;
  /* Makes itself ready for the clock: 0, or -errno having said why. */
  int (*open)(struct hki_clock *clock);
  /* `khz` is one of the clock's points, or any number if it has none. 0;
   * -EBUSY: not now, as no core of the clock is online; or another -errno
   * having said why: the back end cannot go on. */
  int (*set)(struct hki_clock *clock, unsigned khz);
  long (*now)(struct hki_clock *clock); /* kHz or -errno */
  /* Puts back, unless this is a forked child, and frees. */
  void (*close)(struct hki_clock *clock);
};
