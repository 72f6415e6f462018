/* SPDX-License-Identifier: Apache-2.0
 *
 * The levels `isolated` and `root`: a cpuset partition of cgroup v2.
 */
#pragma once

#include "reserve/plan/plan.h"

/* By plan->level. Says in plan->why_not why there can be none. */
void hki_plan_partition(struct hki_plan *plan,
                        const struct hki_reserve_ask *ask);
