/* SPDX-License-Identifier: Apache-2.0
 *
 * In a child: what it leaves to its parent to do (see defer.c).
 */
#pragma once

#include "hocket/abi_spec.h"
#include "speculate/slot.h"

#include <stddef.h>

/* hk_spec_defer is to say no. */
void hki_defer_switch_off(void);

/* The parent is to call `apply` for the target and the value, after all that it
 * is left to do before. Of the target so many bytes are updated; 0: it is no
 * memory to be updated. */
void hki_defer(void *target, unsigned long target_bytes, hk_spec_apply *apply,
               const void *value, size_t bytes);

/* These bytes have updates to come, and are needed: the statements that have
 * put these off, and those that update the same places, are told to the parent.
 */
void hki_defer_tell(struct hki_place needed);

/* Does one. */
void hki_defer_do(const struct hki_update *update);

/* The child's own memory becomes what it is with the updates from this one on,
 * and their bytes may have others. */
void hki_defer_restart(size_t first_update);
