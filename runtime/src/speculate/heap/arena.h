/* SPDX-License-Identifier: Apache-2.0
 *
 * In a child: its heap. Blocks of its own are no memory that the parent knows:
 * those that it has not freed when it ends are left to the parent (regions.h),
 * if they may stay, at the addresses that they have.
 */
#pragma once

#include "speculate/slot.h"

/* Before the first iteration, and before hki_shadow_start. False: no memory. */
bool hki_arena_start(struct hki_slot *slot);

/* Blocks that there are now are nobody's, and stay to the child's end. */
void hki_arena_forget(struct hki_slot *slot);

/* At the end: all blocks that are left are in the slot. */
void hki_arena_keep(struct hki_slot *slot);
