/* SPDX-License-Identifier: Apache-2.0
 *
 * In a child: what it leaves to its parent to do (see defer.c).
 */
#pragma once

#include "hocket/abi_spec.h"

#include <stddef.h>

/* hk_spec_defer is to say no. */
void hki_defer_switch_off(void);

/* The parent is to call `apply` for the target and the value, after all that it
 * is left to do before. */
void hki_defer(void *target, hk_spec_apply *apply, const void *value,
               size_t bytes);
