/* SPDX-License-Identifier: Apache-2.0
 *
 * A barrier's wait in two steps, for those who do something in between.
 */
#pragma once

#include "hocket/barrier.h"

#include <stdbool.h>

/* One thread's part in one round. */
struct hki_round {
  struct hk_barrier *barrier;
  unsigned thread;
  unsigned number; /* of the round, modulo 2^32 */
};

/* The thread has come. Returns whether all have. */
bool hki_barrier_arrive(struct hki_round *round, struct hk_barrier *barrier,
                        unsigned thread);

/* The number of threads that have not come; if it is 1, `*last` is one. */
unsigned hki_barrier_missing(const struct hki_round *round, unsigned *last);

/* Waits for all to come. `spin`: ns, as in hki_wait. */
void hki_barrier_await(struct hki_round *round, unsigned spin);

/* What hki_barrier_await takes where nothing is known. */
unsigned hki_barrier_spin(const struct hk_barrier *barrier);
