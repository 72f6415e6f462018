/* SPDX-License-Identifier: Apache-2.0
 *
 * In the parent, which has come to where its first child began: what children
 * did is taken over, segment by segment, each judged by itself. One that is
 * wrong the program runs by itself, and comes back for those behind it.
 */
#pragma once

#include "speculate/foresight/foresee.h"
#include "speculate/policy.h"
#include "speculate/process.h"

#include "arch.h"

/* How far what children did has been taken over (collect.c). */
struct hki_collection {
  bool has_begun, is_known; /* known: what memory there is */
  struct hki_slot *slot; /* the child at hand; NULL: the next is waited for */
  unsigned segment;      /* its next one */
  bool is_right;         /* one of them was */
  const char *due, *due_end; /* of the slot's `handed`: for epilogues that the
                                program is to run */
  bool is_epilogue; /* the program has run epilogues, and nothing else, since
                       one was taken over */
  enum hki_verdict ended;   /* how it has ended */
  long long from;           /* its first iteration */
  unsigned long long since; /* the clock when it was there */
};

struct hki_attempt {
  const struct hki_foresight *foresight; /* in: what children are told */
  const struct hk_spec_loop *loop;
  long long at, middle;             /* the parent's piece */
  long long part;                   /* where it is to come to next */
  unsigned long long begin, forked; /* the clock: before and with children */
  unsigned long faults;
  double each_ns; /* that an iteration of the parent's is thought to take */
  struct hki_fpu modes;
  struct hki_collection collection;
  bool is_wary;    /* a child was wrong: look before waiting for this one */
  bool is_first;   /* no child of the loop has been right yet */
  bool is_doubted; /* and one was wrong in all segments that were looked at */
  bool is_patient; /* in: for tests, that the time must not matter to: children
                      come to the end that is planned */
};

/* What became of it. */
struct hki_result {
  long long at; /* the iteration to go on with */
  bool is_over; /* there is none: a child has come to the loop's end */
  int error;    /* errno, as its children have left it; or HKI_NO_ERROR */
  unsigned long where;
  struct hki_places changed; /* HKI_CHANGED, HKI_DEFERRED: what the child was
                                wrong about, as far as it got */
  struct hki_sites sites;    /* HKI_DEFERRED: whose updates it needed */
  struct hki_outcome outcome;
};

/* Takes over what is right. True: the program is to run epilogues, or the
 * iterations from `result->at` to `attempt->part`, by itself, then calls this
 * again. */
bool hki_collect(struct hki_attempt *attempt, struct hki_result *result);

/* The next epilogue that is due: of this iteration, with these values. */
bool hki_due(struct hki_collection *collection, long long *at, void *values);

/* What the next child was wrong about, in this segment, is told to those who
 * foresee. */
void hki_note_changed(const struct hki_slot *slot, unsigned segment,
                      bool has_arrived, struct hki_result *result);
