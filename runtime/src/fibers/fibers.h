/* SPDX-License-Identifier: Apache-2.0
 *
 * Several cores on one thread. A region with more cores than there are
 * processors gets a thread for each processor, and each thread some of its
 * cores, each a fiber: where one waits for a flag, another one goes on. So a
 * hand-over between cores of one thread is a jump, no switch of threads by the
 * system; and nobody spins, or sleeps, on a processor that a core of the same
 * region could use. (Coroutines: Conway 1963. Waiting there and nowhere else:
 * cooperative scheduling of user-level threads, Anderson et al. 1992.)
 *
 * For what waits by flags and barriers of libhocket alone, which hand over to
 * hki_own_waiter: who waits in another way keeps the thread, and for ever if it
 * is for a fiber of the same thread. Regions say so
 * (hk_region::may_take_turns).
 */
#pragma once

#include <stdbool.h>

struct hki_fibers;

/* Makes `*fibers` some for at least `count` cores; false without memory. They
 * stay. Called by the entering thread. */
bool hki_fibers_reach(struct hki_fibers **fibers, unsigned count);

/* Calls run(context, number) for each number below `count`, each on a fiber of
 * its own, the first one on the thread's stack; returns when all have returned.
 * The others begin with the floating-point modes that the thread happens to
 * have; what exceptions they raise is raised in the caller, too. */
void hki_fibers_run(struct hki_fibers *fibers, unsigned count,
                    void (*run)(void *context, unsigned number), void *context);
