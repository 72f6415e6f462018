/* SPDX-License-Identifier: Apache-2.0
 *
 * Looking for a flag before going to sleep, by the strategy of the process
 * (HOCKET_WAIT).
 */
#pragma once

#include <stdbool.h>

static inline bool hki_reached(unsigned value, unsigned target) {
  return (int)(value - target) >= 0;
}

/* Looks for the flag to reach `target` for about `limit` ns at
 * most; 0 where there are more cores than processors. False: it
 * is time to sleep. */
bool hki_wait_awake(const unsigned *value, unsigned target, unsigned limit);

/* The same for `is_over(what)` to be true, which may change what it points to.
 */
bool hki_look_awake(bool (*is_over)(void *), void *what, unsigned limit);

/* Whether the strategy is one that never sleeps within a region. */
bool hki_never_sleeps(void);

/* The calling thread has slept from `before` on. */
void hki_wait_slept(unsigned long long before);

/* The calling thread, which is the program's own, leaves a region: what its
 * waits have changed of it is put back. */
void hki_wait_left(void);
