/* SPDX-License-Identifier: Apache-2.0
 *
 * Frequency control on Linux: the machine's files and the journal, and
 * cpufreq's policies, which its two back ends share.
 */
#pragma once

#include "machine/journal/journal.h"
#include "power/kept.h"
#include "power/power.h"

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

/* Claims the clock for this program, before a back end changes anything of it,
 * if that has not been done. 0 or -errno; it says why the first time. The other
 * one is for back ends that then find that they can change nothing. */
enum { HKI_CLAIM_REFUSED = -1 };
int hki_clock_claim(struct hki_clock *clock);
void hki_clock_give_up(struct hki_clock *clock);

/* A clock's cpufreq policies: one, or several where the SoC spec has cores in
 * one domain that the kernel has apart. */
enum { HKI_POLICY_PATH = 96, HKI_MOST_POLICIES = 64 };

struct hki_policies {
  unsigned count;
  unsigned number[HKI_MOST_POLICIES];
};

/* Those that any core of the clock belongs to; -ENODEV: none. */
int hki_policies_of(const struct hki_clock *clock,
                    struct hki_policies *policies);

/* The cores that share the policy's clock; `*cpus` is to be freed. */
unsigned hki_policy_cores(const struct hki_files *files, unsigned policy,
                          unsigned **cpus);

/* ".../policyN/NAME" */
void hki_policy_path(unsigned policy, const char *name,
                     char path[HKI_POLICY_PATH]);
int hki_policy_read(const struct hki_clock *clock, unsigned policy,
                    const char *name, long *number);

/* What scaling_governor says; "" if it cannot be read. */
enum { HKI_GOVERNOR_ROOM = 64 };
void hki_policy_governor(const struct hki_clock *clock, unsigned policy,
                         char governor[HKI_GOVERNOR_ROOM]);

/* Gives the policy to the userspace governor. What it had before is left in
 * `before`. 0 or -errno, which has been said. */
int hki_policy_take(const struct hki_clock *clock, unsigned policy,
                    char before[HKI_GOVERNOR_ROOM]);

/* Gives it back, unless somebody else has taken it since. */
void hki_policy_give_back(const struct hki_clock *clock, unsigned policy,
                          const char *before);

/* When what was set is read back: each point when it is set first, and one
 * change in 101 from then on. */
struct hki_looks {
  unsigned long long looked; /* a bit for each point, by its number */
  unsigned changes;
};
bool hki_power_looks(const struct hki_clock *clock, struct hki_looks *looks,
                     unsigned khz);

/* kHz of the first policy by its scaling_cur_freq, or -errno. */
long hki_policy_now(struct hki_clock *clock);

extern const struct hki_power_backend hki_power_cpufreq, hki_power_limits,
    hki_power_mmio;
