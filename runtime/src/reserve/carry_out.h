/* SPDX-License-Identifier: Apache-2.0
 *
 * Carrying out a plan, each step through the journal.
 */
#pragma once

#include "reserve/plan/plan.h"
#include "reserve/voice.h"

struct hki_journal;

/* What came of it, by purpose. */
struct hki_results {
  unsigned done[HKI_PURPOSES];
  unsigned failed[HKI_PURPOSES];
  int error[HKI_PURPOSES]; /* of the first failure */
  char why_not[512];       /* the needed step that failed; "": none has */
};

/* Returns 0 if all needed steps worked. Otherwise the rest is left undone, and
 * what was done is for the journal to put back. */
int hki_carry_out(const struct hki_plan *plan,
                  const struct hki_reserve_ask *ask,
                  struct hki_journal *journal, const struct hki_voice *voice,
                  struct hki_results *results);

/* Says what could not be done beside the level itself. */
void hki_tell_results(const struct hki_plan *plan,
                      const struct hki_results *results,
                      const struct hki_voice *voice);

/* SCHED_FIFO with a priority for the ordinary threads of a process, or, with 0,
 * SCHED_OTHER for those that are SCHED_FIFO. The first error, or 0. */
int hki_set_fifo(const struct hki_files *files, int process, int priority);
