/* SPDX-License-Identifier: Apache-2.0
 *
 * cpufreq's policies, which two back ends share.
 */
#pragma once

#include "machine/files/files.h"
#include "power/clock.h"

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
