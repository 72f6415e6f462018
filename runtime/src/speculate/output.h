/* SPDX-License-Identifier: Apache-2.0
 *
 * What a child writes to stdout is kept, and written by its parent.
 */
#pragma once

#include "speculate/slot.h"

/* In the parent: writes what this segment has. */
void hki_output_write(const struct hki_slot *slot, unsigned segment);
