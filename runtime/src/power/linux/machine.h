/* SPDX-License-Identifier: Apache-2.0
 *
 * What frequency control and gates have on Linux: the machine's files, and the
 * journal.
 */
#pragma once

#include "machine/journal/journal.h"
#include "power/clock.h"
#include "power/linux/kept.h"

#include <pthread.h>

struct hki_power_machine {
  struct hki_files files;
  struct hki_journal *journal; /* opened at the first change */
  const char *folder;          /* of the journal; NULL: the user's */
  bool has_no_journal;         /* and never will have */
  pthread_mutex_t mutex;       /* of the above, and of mapped registers */
  unsigned policy_count;       /* folders of policies, found when opened */
  bool has_latency;            /* `latency` has been opened */
  struct hki_kept latency;     /* /dev/cpu_dma_latency, for gates */
};

/* On `files`, with the journal in `folder`: hki_power_machine_open with a
 * test's machine. NULL without memory. */
struct hki_power_machine *hki_power_machine_new(const struct hki_files *files,
                                                const char *folder);

/* The journal, opened at the first call; NULL if there can be none: then
 * nothing must be changed. The first time `*error` says why, afterwards it is
 * 0. */
struct hki_journal *hki_power_machine_journal(struct hki_power_machine *machine,
                                              int *error);

/* The same, for a clock, which says it. */
struct hki_journal *hki_power_journal(const struct hki_clock *clock);
