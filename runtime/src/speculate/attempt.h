/* SPDX-License-Identifier: Apache-2.0
 *
 * One attempt: children are started, the parent runs its piece, then what the
 * children did is taken over, one after the other.
 */
#pragma once

#include "speculate/foresight/foresee.h"
#include "speculate/policy.h"
#include "speculate/process.h"

#include "arch.h"

struct hki_attempt {
  const struct hki_foresight *foresight; /* in: what children are told */
  long long at, middle;                  /* the parent's piece */
  long long part;                        /* where it is to come to next */
  unsigned long long begin, forked; /* the clock: before and with children */
  unsigned long faults;
  double each_ns; /* that an iteration of the parent's is thought to take */
  struct hki_fpu modes;
  bool is_wary;    /* a child was wrong: look before waiting for this one */
  bool is_first;   /* no child of the loop has been right yet */
  bool is_patient; /* in: for tests, that the time must not matter to: children
                      come to the end that is planned */
};

/* Starts children as planned, as far as that is possible: `middle` is where the
 * first begins; `at`: there are none. */
void hki_attempt_begin(struct hki_attempt *attempt, struct hk_spec_loop *loop,
                       long long at, const struct hki_plan *plan, void *frame);

/* What became of it. */
struct hki_result {
  long long at; /* the iteration to go on with */
  bool is_over; /* there is none: a child has come to the loop's end */
  int error;    /* errno, as its children have left it; or HKI_NO_ERROR */
  unsigned long where;
  struct hki_places changed; /* HKI_CHANGED, HKI_DEFERRED: what the child was
                                wrong about, as far as it got */
  struct hki_outcome outcome;
};

/* The parent has come to the end of a part, not the last, of its piece. True:
 * it goes on to the next. False: the child cannot be right any more. */
bool hki_attempt_go_on(struct hki_attempt *attempt, struct hki_result *result);

/* The parent has come to the end of its piece. */
void hki_attempt_end(struct hki_attempt *attempt, struct hki_result *result);

/* How many regions have run so far. */
unsigned hki_attempt_regions(void);

/* The team is regions' again, whatever became of the attempt. */
void hki_attempt_release(void);

/* The loop is over in the parent's piece, at this iteration. */
void hki_attempt_drop(struct hki_attempt *attempt, long long at,
                      struct hki_result *result);
