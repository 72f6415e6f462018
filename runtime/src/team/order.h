/* SPDX-License-Identifier: Apache-2.0
 *
 * Orders to threads: the cores of a region that each is to be.
 */
#pragma once

#include "arch.h" /* arch/NAME/arch.h */
#include "fibers/fibers.h"

#include "hocket/hocket.h"

/* What a thread is to do at a region: to be core `first`, or to be `many` cores
 * from there on, as fibers. */
struct hki_order {
  hk_core_program *const *programs; /* of these cores */
  void *frame;
  struct hki_fpu fpu; /* the entering thread's modes */
  unsigned epoch;
  unsigned short count; /* of the region's cores */
  unsigned short first, many;
  unsigned short traced; /* hki_trace_region */
};

/* The first core on thread `thread` of `threads`. */
static inline unsigned hki_first_core(unsigned count, unsigned threads,
                                      unsigned thread) {
  if (count == threads)
    return thread;
  return count / threads * thread + count % threads * thread / threads;
}

/* Runs the order's cores on the calling thread: a single one as it is, several
 * as fibers. The entering thread has entered the region in its recording; the
 * other cores do so here. Returns what the first one left in hk_core::epoch. */
unsigned hki_run_order(const struct hki_order *order,
                       struct hki_fibers *fibers);
