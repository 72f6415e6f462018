/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that the kernel changes along with another one, and does not change
 * back with it. They are noted before that one is changed, so that they are put
 * back after it.
 *
 *   scaling_governor, when it was `userspace`: takes scaling_setspeed with it.
 *   cpuN/online: groups of the cpuset controller of version 1 lose the
 *   processor for good, and a group that then has none loses its tasks.
 *   Interrupts that were for this processor alone go elsewhere.
 */
#pragma once

#include "machine/journal/writer.h"

/* Announces the companions of `path`, which is about to get `value`. -EBUSY: a
 * group with tasks has this processor alone; other -errno: a companion cannot
 * be noted. */
int hki_companions_before(struct hki_journal *journal, const char *path,
                          const char *value, bool isFirst);

/* `path` has got `value`. Of an offline processor: reads what is left to the
 * groups, so that what others do to them is told from that. Of one that is
 * online again: gives it back to them. What cannot be done now is tried again
 * at the end. */
void hki_companions_after(struct hki_journal *journal, const char *path,
                          const char *value);
