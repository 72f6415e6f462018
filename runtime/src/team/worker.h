/* SPDX-License-Identifier: Apache-2.0
 *
 * A worker: a thread of the team that is not the entering one.
 */
#pragma once

#include "platform/platform.h"
#include "team/order.h"
#include "team/resources.h"
#include "waits/flag.h"

/* One thread of the team. Permanent storage: a signaller looks at its flag once
 * more after the waiter has gone on.
 *
 * Its orders and what it answers have one cache line. The entering thread
 * writes there and then looks there, the worker the other way round: so the
 * line goes to the worker once and back once. With a line each for number,
 * order and answer, a region took three times as long. */
struct hki_worker {
  union {
    struct hk_flag start; /* signalled by the entering thread: order number */
    struct {
      unsigned start_value, start_sleepers; /* that flag's */
      /* A flag signalled by the worker: the same number, done. */
      unsigned done, done_sleepers;
      /* Written by the worker before it signals that: floating-point exceptions
       * raised in the region. */
      unsigned raised;
      /* Written by the entering thread before it signals `start`. */
      struct hki_order order;
    };
  };
  /* Written seldom; these by the worker, before the first `done`. */
  hki_thread thread;
  bool refused; /* no such thread came */
  /* And these by the entering thread. */
  unsigned id;               /* of the core, from 1 */
  unsigned processor;        /* that it is pinned to, if the team is pinned */
  struct hki_fibers *fibers; /* of cores on this thread; NULL: none so far */
  const struct hki_resources *resources; /* the team's */
  /* The entering thread's alone: of the last order; 1 is "be there". */
  unsigned number __attribute__((aligned(64)));
};

static inline struct hki_word hki_done(struct hki_worker *worker) {
  return (struct hki_word){&worker->done, &worker->done_sleepers};
}

/* What a worker's thread does, for ever. */
void hki_work(struct hki_worker *worker) __attribute__((noreturn));
