/* SPDX-License-Identifier: Apache-2.0
 *
 * In the parent: the children that run, in the order of their iterations.
 */
#pragma once

#include "speculate/child.h"

enum { HKI_MOST_CHILDREN = 7 };

struct hki_children {
  unsigned count, first; /* those from `first` on are not yet collected */
  struct hki_running {
    long process; /* 0: has ended */
    long long from;
  } each[HKI_MOST_CHILDREN];
  struct hki_slot *slots[HKI_MOST_CHILDREN]; /* NULL: not yet made */
  long leaving[2 * HKI_MOST_CHILDREN];       /* processes on their way out */
};

/* Starts the next one; the slot of `task` is found here. False: not possible.
 */
bool hki_children_start(struct hki_children *children, struct hki_task *task);

/* The last one is to stop at its next iteration. */
void hki_children_stop(struct hki_children *children);

/* When the parent is likely to come to the last one's first iteration. */
void hki_children_expect(struct hki_children *children,
                         unsigned long long arrival);

/* The next one has failed; its slot says why. */
bool hki_children_has_failed(const struct hki_children *children);

/* Waits for the next one, until `deadline` and no longer. Its slot; NULL: it is
 * late, and has been ended. */
struct hki_slot *hki_children_await(struct hki_children *children,
                                    unsigned long long deadline);

/* Ends those that are left. */
void hki_children_drop(struct hki_children *children);

/* In a process that was forked off the parent: they are not its own. */
void hki_children_forget(struct hki_children *children);

/* After a loop: gives back what they took. */
void hki_children_shrink(struct hki_children *children);

/* Bytes of the memory that they share with the program. */
size_t hki_children_bytes(const struct hki_children *children);
