/* SPDX-License-Identifier: Apache-2.0
 *
 * What cores ask for, and who passes it on.
 */
#pragma once

#include "power/clock.h"

/* Passes the highest wish on, if it is not in effect; see request.c. */
int hki_power_settle(struct hki_clock *clock);

/* Gives the clock the first back end that works, from `first` on in the order
 * of preference. By the combiner, or before anybody knows the clock. */
void hki_power_choose(struct hki_clock *clock, enum hk_power_backend first);

/* By a back end that has read back what it set: counts what is another
 * frequency, by more than 1 %, and says so the first time. */
void hki_power_compare(struct hki_clock *clock, unsigned khz, long found);
