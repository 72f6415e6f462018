/* SPDX-License-Identifier: Apache-2.0
 *
 * Another way to wait than to keep the thread: where a thread runs several
 * cores, a core that waits lets another one go on (fibers/fibers.h). Who runs
 * them says so here, and waits hand their wait over.
 */
#pragma once

#include <stdbool.h>

/* What is waited for: that is_over(what) is true. Who makes it true changes
 * `word` if `sleepers` is not 0, and then wakes those who sleep on it. `word`
 * is NULL where it cannot be slept on. */
struct hki_awaited {
  bool (*is_over)(void *what);
  void *what;
  unsigned *word, *sleepers;
};

struct hki_waiter {
  /* Returns when it is over. */
  void (*wait)(struct hki_waiter *waiter, const struct hki_awaited *awaited);
};

/* Of the calling thread; NULL: it waits itself. */
extern _Thread_local struct hki_waiter *hki_own_waiter;
