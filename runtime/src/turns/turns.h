/* SPDX-License-Identifier: Apache-2.0
 *
 * Cores that share a thread. A region with more cores than there are processors
 * gets a thread for each processor, and each thread some of its cores, which
 * take turns: where one waits for a flag, another one goes on. So a hand-over
 * between cores of one thread is a jump, no switch of threads by the system;
 * and nobody spins, or sleeps, on a processor that a core of the same region
 * could use. (Coroutines: Conway 1963. Waiting there and nowhere else:
 * cooperative scheduling of user-level threads, Anderson et al. 1992.)
 *
 * For regions whose cores wait for each other by flags and barriers of
 * libhocket alone: who waits in another way keeps the thread, and for ever if
 * it is for a core of the same thread. Such regions say so
 * (hk_region::may_take_turns).
 */
#pragma once

#include "team.h"

struct hki_turns;

/* The cores that the calling thread runs in turns; NULL outside of these. */
extern _Thread_local struct hki_turns *hki_own_turns;

/* Makes `*turns` one for at least `count` cores; false without memory. Called
 * by the entering thread. */
bool hki_turns_reach(struct hki_turns **turns, unsigned count);

/* Runs the order's cores on the calling thread until all have ended; returns
 * what the first one left in hk_core::epoch. */
unsigned hki_take_turns(struct hki_turns *turns, const struct hki_order *order);

/* What a core waits for: that is_over(what) is true. Who makes it true changes
 * `word` if `sleepers` is not 0, and then wakes those who sleep on it. `word`
 * is NULL where it cannot be slept on. */
struct hki_awaited {
  bool (*is_over)(void *what);
  void *what;
  unsigned *word, *sleepers;
};

/* Lets others go on until that is so. Called by one of the cores that take
 * turns. */
void hki_turns_wait(struct hki_turns *turns, const struct hki_awaited *awaited);
