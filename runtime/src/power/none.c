/* SPDX-License-Identifier: Apache-2.0 */
#include "power/none.h"

#include <errno.h>

static int open_none(struct hki_clock *clock) {
  (void)clock;
  return 0;
}

static int set_none(struct hki_clock *clock, unsigned khz) {
  (void)clock;
  (void)khz;
  return 0;
}

static long unknown(struct hki_clock *clock) {
  (void)clock;
  return -ENOTSUP;
}

static void close_none(struct hki_clock *clock) { (void)clock; }

const struct hki_power_backend hki_power_none = {HK_POWER_NONE, open_none,
                                                 set_none, unknown, close_none};
