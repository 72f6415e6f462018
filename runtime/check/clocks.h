/* SPDX-License-Identifier: Apache-2.0
 *
 * What comes after what, by vector clocks.
 */
#pragma once

#include "check.h"

/* All cores start from one point that comes after everything recorded before.
 * `cores` are `count` pointers that stay until the region is left. */
void hki_clocks_enter(struct hki_core *const *cores, unsigned count);
/* `core` has signalled `number` at `flag`; has waited for it. */
void hki_clocks_signal(struct hki_core *core, const struct hk_flag *flag,
                       unsigned number);
void hki_clocks_wait(struct hki_core *core, const struct hk_flag *flag,
                     unsigned number);
/* The region is left: what is recorded from now on comes after it. */
void hki_clocks_leave(void);
