/* SPDX-License-Identifier: Apache-2.0
 *
 * Forked children.
 */
#pragma once

#include <stdbool.h>

/* Has the team looked after in forked children, once for each process. Returns
 * whether that could be arranged. */
bool hki_watch_forks(void);
