/* SPDX-License-Identifier: Apache-2.0
 *
 * What a child knows of a place that it has only compared with numbers: two
 * ends between which it must lie for all comparisons to come out as they did.
 * The largest so far, `if (x > most) most = x`, changes seldom after a while,
 * and whoever only asks whether it does needs nothing else (Blundell, Raghavan,
 * Martin, RETCON: transactional repair without replay, ISCA 2010).
 */
#pragma once

#include "speculate/memory.h"
#include "speculate/slot.h"

/* In the child: what was noted so far says nothing of what comes. */
void hki_bounds_restart(void);

/* In the parent, of the bounds from `first_bound` to `end`: what is there now
 * lies between the ends. */
enum hki_verdict hki_bounds_validate(struct hki_slot *slot, size_t first_bound,
                                     size_t end, struct hki_memory *memory);

/* In the parent: adds those that do not. */
void hki_bounds_changed(const struct hki_slot *slot, size_t first_bound,
                        size_t end, struct hki_memory *memory,
                        struct hki_places *places);
