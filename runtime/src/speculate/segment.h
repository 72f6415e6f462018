/* SPDX-License-Identifier: Apache-2.0
 *
 * In a child: where one segment ends and the next begins, so that what changes
 * now and then costs the program a segment, and not all that the child has done
 * (parts of a speculative thread that are committed or done again by
 * themselves: Colohan, Ailamaki, Steffan, Mowry, Tolerating dependences between
 * large speculative threads via sub-threads, ISCA 2006).
 */
#pragma once

#include "speculate/slot.h"

/* When segments end. */
enum hki_cutting {
  HKI_BY_TIME,
  HKI_NEVER_CUT, /* tests: one segment */
  HKI_EACH       /* one for each iteration: epilogues, tests */
};

/* hk_spec_loop::has_epilogue. */
enum { HKI_NO_EPILOGUE, HKI_AT_ONCE, HKI_LATER };

struct hki_segment_plan {
  enum hki_cutting cutting;
  unsigned long long least_ns; /* by time: segments take no less */
  unsigned cheapness; /* and so many times what noting again should take */
};

/* Before the child's first iteration. */
void hki_segments_start(const struct hki_segment_plan *plan);

/* There is room for another segment, and no block that the child has not freed.
 * (Nobody has noted what is in these, so they stay within one segment.) */
bool hki_segments_may_end(const struct hki_slot *slot);

/* Between iterations: `at` comes next. Ends the segment if it is time to. */
void hki_segments_pass(long long at);

/* The segment ends, as the child's last one, in front of iteration `at`, or the
 * loop ended there. What stays of blocks has been kept. */
void hki_segment_end(long long at, bool is_over);
