/* SPDX-License-Identifier: Apache-2.0
 *
 * A child's life.
 */
#pragma once

#include "speculate/memory.h"
#include "speculate/segment.h"
#include "speculate/slot.h"

/* What it is to do, and what of the parent's it uses. */
struct hki_task {
  struct hk_spec_loop *loop;
  void *frame;
  long long from,
      end; /* iterations; the greatest number: until it is stopped */
  bool defers, leaves; /* leaves epilogues to the program */
  struct hki_segment_plan segments;
  struct hki_foreseen foreseen;
  bool runs_prologues; /* from iteration `prologue` on, first */
  long long prologue;
  long long grain; /* it stops at multiples of this; 0: anywhere */
  /* Where iterations are long enough to look at the clock: when the parent is
   * likely to arrive, and what an iteration takes it. 0: unknown. */
  unsigned long long arrival, each_ns;
  struct hki_slot *slot;
  struct hki_memory *memory;
  unsigned long stack_end;
  long parent;
  const unsigned *processors; /* that it may run on */
  unsigned processor_count;
  void (*begin)(void); /* called first */
};

/* In the child. */
void hki_child_run(const struct hki_task *task) __attribute__((noreturn));
