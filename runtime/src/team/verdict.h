/* SPDX-License-Identifier: Apache-2.0
 *
 * What a region's net decides: which entries are timed, and whether those in
 * between run in parallel. A pure function of the times that it is told, so
 * that tests can tell it any.
 *
 * Entries of one size are probed in rounds: some as they are kept to, then some
 * the other way. The shortest of each counts, for what is added to a time is
 * something else. Rounds come after 2, 4, 8, ... entries, and again from 2 on
 * where the verdict has changed.
 *
 * What entries the other way lose must not exceed HKI_NET_FREE_NS and a share
 * of what was spent in the region so far (docs/runtime/net.md): a probe that
 * may lose more waits until more was spent.
 */
#pragma once

#include "hocket/abi.h"

#include <stdbool.h>

enum hki_phase {
  HKI_NET_FRESH, /* nothing was timed; the first entry is slow for reasons of
                    its own */
  HKI_NET_OWN,   /* as it is kept to */
  HKI_NET_OTHER, /* the other way */
};

enum {
  HKI_NET_FREE_NS = 200 * 1000,       /* may be lost at once, in each region */
  HKI_NET_DOUBT_NS = 5 * 1000 * 1000, /* the same where the work was overrated
                                    beyond belief */
  HKI_NET_SHARE = 50,     /* then one part of so many that are spent */
  HKI_NET_SELDOM = 200,   /* where sequential is known to be slower */
  HKI_NET_SUSPICIOUS = 2, /* in parallel so many times as long as expected of
                             the sequential version: the region does not do what
                             it was made for, and it pays to find out soon */
  HKI_NET_VERY_SUSPICIOUS = 8,
  HKI_NET_LONG_NS = 10 * 1000 * 1000, /* such entries are timed once a round,
                                    not twice */
  HKI_NET_BETWEEN_NS = 200 * 1000 * 1000, /* rounds are not farther apart, */
  HKI_NET_FARTHEST = 1 << 20,             /* nor are they by so many entries */
};

/* Whether the next entry of this size that asks runs sequentially. */
bool hki_net_next(const struct hk_size *size);

/* Learns what such an entry took. It is of no use, and forgotten, where the net
 * has come to another phase since it began.
 * \param work in units of which one is expected to be a ns, sequentially
 * \param[out] skip so many entries of the size shall not ask
 * \returns whether the verdict has changed: size->is_sequential */
bool hki_net_learn(struct hk_net *net, struct hk_size *size, double work,
                   double ns, bool is_sequential, unsigned *skip);
