/* SPDX-License-Identifier: Apache-2.0
 *
 * In a child: the log of first touches. Loops come to their memory in order, so
 * what is touched right behind what an entry has, likewise, becomes a part of
 * it; of a few entries, as loops read here and write there.
 */
#pragma once

#include "speculate/slot.h"

/* What is touched from now on is of other entries. */
void hki_log_break(void);

/* Bytes of one granule of 8, in a row, which had not been touched, are. */
void hki_log(struct hki_slot *slot, unsigned long at, unsigned bytes,
             enum hki_touch how);

/* The same if they go on with an entry, in its page. False: they do not, and
 * nothing is noted. */
bool hki_log_goes_on(struct hki_slot *slot, unsigned long at, unsigned bytes,
                     enum hki_touch how);
