/* SPDX-License-Identifier: Apache-2.0
 *
 * In the parent: whether what a child has done is what the program would have
 * done, and doing it.
 */
#pragma once

#include "speculate/foresight/places.h"
#include "speculate/memory.h"
#include "speculate/slot.h"

/* All that the child has read in this segment, which is complete, is there with
 * the same value, and all that it is to write can be written: HKI_GOOD. Else
 * the reason, and `slot->where`. Changes nothing of the program's. `memory` has
 * been looked at since iterations last ran. */
enum hki_verdict hki_validate(struct hki_slot *slot, unsigned segment,
                              struct hki_memory *memory);

/* While the child runs on: something that it has read in its first segment has
 * changed since, and `slot->where` says where. Looks at no more than some
 * thousand reads. */
bool hki_peek(struct hki_slot *slot, struct hki_memory *memory);

/* What of the places that the child has read in this segment has changed since,
 * or what it needed and had put off. Those that it was told (hki_foresee) only
 * if it `has_arrived`: the program is where the segment began. */
void hki_changed(const struct hki_slot *slot, unsigned segment,
                 struct hki_memory *memory, bool has_arrived,
                 struct hki_places *places);

/* After hki_validate: writes the bytes, does the updates, writes the output. */
void hki_commit(const struct hki_slot *slot, unsigned segment);
