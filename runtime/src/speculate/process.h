/* SPDX-License-Identifier: Apache-2.0
 *
 * What of the process is for speculation: found out once, at the first loop
 * that asks, and again in a process that is forked off.
 */
#pragma once

#include "platform/platform.h"
#include "speculate/children.h"

struct hki_process {
  enum hki_process_state {
    HKI_UNKNOWN,
    HKI_FINDING, /* a thread finds out */
    HKI_READY,
    HKI_NEVER_READY, /* not possible, not wanted, one processor */
    HKI_CHILD        /* this is one */
  } state;           /* atomic */
  hki_thread owner;  /* whose loops they are */
  long number;
  bool is_always, is_verbose, tells_attempts, is_prepared;
  unsigned most_children; /* at a time */
  bool precomputes;       /* other children have the processors (precompute/) */
  unsigned long long last_right; /* the clock when a child was last right */
  const unsigned *processors;
  unsigned processor_count;
  /* From hki_process_prepare on: */
  unsigned long stack_end; /* of the owner */
  struct hki_memory memory;
  struct hki_children children;
};

/* Children are found through loops, which are handed nothing. */
extern struct hki_process hki_process;

/* Finds out what is not known. False: the calling thread cannot run ahead now.
 * `*has_forked`: this is another process than before, and nobody's parent. */
bool hki_process_ask(bool *has_forked);

/* By the owner, before the first child: what takes longer to find out. False:
 * no children are possible. */
bool hki_process_prepare(void);

/* It can never. */
bool hki_process_is_out(void);

/* The calling thread is the owner, or was before the process was forked. */
bool hki_process_is_owner(void);

/* It is, in the process that asked. */
bool hki_process_is_own(void);
