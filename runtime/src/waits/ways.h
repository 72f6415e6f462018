/* SPDX-License-Identifier: Apache-2.0
 *
 * The ways to wait for a flag before going to sleep (HOCKET_WAIT).
 */
#pragma once

#include "hocket/hocket.h"

#include <stdbool.h>

enum hki_way {
  HKI_WAIT_ADAPTIVE, /* spin as long as that pays; yield where there are more
                        cores than processors; then sleep */
  HKI_WAIT_SPIN,     /* spin, however long it takes */
  HKI_WAIT_YIELD,    /* give the processor to others until it is time */
  HKI_WAIT_FUTEX,    /* sleep at once */
  HKI_WAIT_POWER,    /* rest in the processor's wait instruction, then sleep */
};

/* "adaptive" for HKI_WAIT_ADAPTIVE; -1 for no such name. */
int hki_way_named(const char *name);

static inline bool hki_reached(unsigned value, unsigned target) {
  return (int)(value - target) >= 0;
}

/* Looks for the flag to reach `target` in the calling thread's way for about
 * `limit` ns at most; 0 where there are more cores than processors. False: it
 * is time to sleep. */
bool hki_wait_awake(const unsigned *value, unsigned target, unsigned limit);

/* The same for `is_over(what)` to be true, which may change what it points to.
 */
bool hki_look_awake(bool (*is_over)(void *), void *what, unsigned limit);

/* Whether the way is one that never sleeps within a region. */
bool hki_never_sleeps(void);

/* The calling thread has slept from `before` on. */
void hki_wait_slept(unsigned long long before);

/* The calling thread, which is the program's own, leaves a region: what its
 * waits have changed of it is put back. */
void hki_wait_left(void);
