/* SPDX-License-Identifier: Apache-2.0
 *
 * What all waits of the process go by. Nobody hands a wait anything, so it is
 * found here; the team sets it.
 */
#pragma once

#include <stdbool.h>

/* How long waits spin where each core has a processor: in a region, and for
 * the next region. Waking a sleeper costs 5 to 60 us, so that spinning some
 * times as long costs little and spares most wake-ups. */
enum { HKI_SPIN = 200 * 1000, HKI_SPIN_IDLE = 100 * 1000 };

/* Written seldom; all fields are atomic. */
struct hki_waiting {
  unsigned spin;      /* ns that a wait spins before it sleeps; 0 where there
                         are more threads than processors */
  unsigned strategy;  /* enum hki_wait_strategy: HOCKET_WAIT */
  unsigned is_orphan; /* this process was forked off by a task: the region
                         cannot go on */
  long process;       /* that the team is in; 0 before there is one */
} __attribute__((aligned(64)));

extern struct hki_waiting hki_waiting;

/* What a wait in a region spins. */
static inline unsigned hki_usual_spin(void) {
  return __atomic_load_n(&hki_waiting.spin, __ATOMIC_RELAXED);
}

/* This process is a fork of a task, and cannot finish its region. */
static inline bool hki_is_orphan(void) {
  return __atomic_load_n(&hki_waiting.is_orphan, __ATOMIC_RELAXED) != 0;
}

/* Before going to sleep: is there anybody to wait for? Not in a child that a
 * task has forked, nor in one that was made behind the C library's back. Ends
 * such a process. */
void hki_check_orphan(void);
