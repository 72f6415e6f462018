/* SPDX-License-Identifier: Apache-2.0
 *
 * One attempt: children are started, the parent runs its piece, then what the
 * children did is taken over, one after the other.
 */
#pragma once

#include "speculate/collect.h"

/* Starts children as planned, as far as that is possible: `middle` is where the
 * first begins; `at`: there are none. */
void hki_attempt_begin(struct hki_attempt *attempt, struct hk_spec_loop *loop,
                       long long at, const struct hki_plan *plan, void *frame);

/* The parent has come to the end of a part, not the last, of its piece. True:
 * it goes on to the next. False: the child cannot be right any more. */
bool hki_attempt_go_on(struct hki_attempt *attempt, struct hki_result *result);

/* The parent has come to the end of its piece, or of a segment that it had to
 * run by itself. True: as hki_collect; it then calls this again, with the
 * result as it is. */
bool hki_attempt_end(struct hki_attempt *attempt, struct hki_result *result);

/* How many regions have run so far. */
unsigned hki_attempt_regions(void);

/* The team is regions' again, whatever became of the attempt. */
void hki_attempt_release(void);

/* The loop is over in the parent's piece, at this iteration. */
void hki_attempt_drop(struct hki_attempt *attempt, long long at,
                      struct hki_result *result);
