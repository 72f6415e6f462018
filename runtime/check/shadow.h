/* SPDX-License-Identifier: Apache-2.0
 *
 * What was done last to each byte, and in which order.
 */
#pragma once

#include "check.h"

/* Records an access and reports the conflicts that it is in. */
void hki_record(struct hki_core *core, const void *address, size_t size,
                enum hki_kind kind, hki_site site);
/* Forgets what is known of a block that is handed out or taken back. */
void hki_forget(const void *address, size_t size);
