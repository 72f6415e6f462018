/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets of processors, in the two forms that Linux writes them: lists such as
 * "0-3,7" (cpuset.cpus, smp_affinity_list) and masks such as "ff,ffffffff"
 * (workqueue/cpumask, default_smp_affinity).
 */
#pragma once

#include "machine/files/files.h" /* HKI_MOST_CPUS */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  HKI_CPUS_WORDS = HKI_MOST_CPUS / 64,
  HKI_CPUS_TEXT = 4096 /* room for a list; longer ones are refused */
};

struct hki_cpus {
  uint64_t words[HKI_CPUS_WORDS];
};

bool hki_cpus_has(const struct hki_cpus *set, unsigned cpu);
void hki_cpus_add(struct hki_cpus *set, unsigned cpu); /* cpu < HKI_MOST_CPUS */
unsigned hki_cpus_count(const struct hki_cpus *set);
bool hki_cpus_equal(const struct hki_cpus *a, const struct hki_cpus *b);
bool hki_cpus_meet(const struct hki_cpus *a, const struct hki_cpus *b);
bool hki_cpus_within(const struct hki_cpus *a, const struct hki_cpus *b);
struct hki_cpus hki_cpus_and(const struct hki_cpus *a,
                             const struct hki_cpus *b);
struct hki_cpus hki_cpus_without(const struct hki_cpus *a,
                                 const struct hki_cpus *b);
/* The first member from `cpu` on; HKI_MOST_CPUS: none. */
unsigned hki_cpus_next(const struct hki_cpus *set, unsigned cpu);

/* Return 0, -EBADMSG for what is no list or mask, -E2BIG for numbers that are
 * too large. An empty list is the empty set. */
int hki_cpus_parse_list(struct hki_cpus *set, const char *text);
int hki_cpus_parse_mask(struct hki_cpus *set, const char *text);

/* Write at most `room` bytes, the null included; return 0 or -E2BIG. A mask is
 * written with as many digits as `like` has, the way the kernel shows it. */
int hki_cpus_list(const struct hki_cpus *set, char *text, size_t room);
int hki_cpus_mask(const struct hki_cpus *set, const char *like, char *text,
                  size_t room);
