/* SPDX-License-Identifier: Apache-2.0
 *
 * The checking runtime: takes libhocket's place in programs built with
 * `hocketcc --check-dependences`. The question: on this input, do two tasks
 * touch the same memory, one of them writing, where the schedule puts them in
 * no order?
 *
 * The idea. The compiler instruments each load and store as for
 * ThreadSanitizer, and the functions that it calls are ours (instrumented.c).
 * A region's per-core programs run on one thread, as coroutines (region.c): one
 * runs until it waits for a flag that is not up. Each core has a vector clock;
 * a signal keeps the signaller's clock, a wait for number n takes over the one
 * kept with n - not a later one, as a signaller may have run ahead - and so the
 * clocks hold exactly the order that the schedule promises, whatever order the
 * coroutines ran in (clocks.c). Shadow memory keeps for each byte the last
 * write and the reads since, with their clocks (shadow.c). What a library
 * function does to the program's memory is recorded by wrappers (wrap_*.c).
 *
 * Clocks and shadow follow FastTrack (Flanagan and Freund, PLDI 2009) and DJIT+
 * (Pozniansky and Schuster, PPoPP 2003), with reads kept as a list: it is as
 * short as the cores are few.
 *
 * docs/checking.md says what is found and what is not.
 */
#pragma once

#include "hocket/abi.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  HKI_CONFLICT_STATUS = 66, /* the program's exit status after a conflict */
  HKI_CHECK_CORES = 1024    /* most cores a region can have */
};

/* A place in the program's code: a return address, less the address of an
 * object of ours, so that it fits in 32 bits. 0: unknown. */
typedef int32_t hki_site;

/* One core of the running region. */
struct hki_core {
  struct hk_core core; /* what the per-core program is called with */
  uint64_t *clock;     /* of each core, what this one comes after; its own is
                          the clock that its accesses are made at */
  const int *error;    /* errno, which each core has for itself */
  hki_site task;       /* in the running task's body; 0: inlined, or none */
  unsigned depth;      /* of instrumented calls; 1: in the per-core program */
};

/* The core that runs on this thread; NULL outside regions. */
extern __thread struct hki_core *hki_current;
/* The name of the region that runs, for messages. */
extern const char *hki_region_name;
/* A region runs. To be looked at first: wrapped functions are called before
 * there are thread-local variables, if the program is linked statically. */
extern unsigned hki_active;

static inline struct hki_core *hki_now(void) {
  return __builtin_expect(__atomic_load_n(&hki_active, __ATOMIC_RELAXED), 0)
             ? hki_current
             : NULL;
}

enum hki_kind { HKI_READ, HKI_WRITE };

/* One of two accesses in conflict. */
struct hki_access {
  enum hki_kind kind;
  unsigned core;
  hki_site site, task;
};
