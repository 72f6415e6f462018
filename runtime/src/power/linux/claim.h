/* SPDX-License-Identifier: Apache-2.0
 *
 * A clock is set by one program.
 */
#pragma once

#include "power/clock.h"

/* Claims the clock for this program, before a back end changes anything of it,
 * if that has not been done. 0 or -errno; it says why the first time. The other
 * one is for back ends that then find that they can change nothing. */
enum { HKI_CLAIM_REFUSED = -1 };
int hki_clock_claim(struct hki_clock *clock);
void hki_clock_give_up(struct hki_clock *clock);
