/* SPDX-License-Identifier: Apache-2.0
 *
 * The level `cpuset`: groups of cgroup v1.
 */
#pragma once

#include "reserve/plan/plan.h"

/* Says in plan->why_not why there can be none. */
void hki_plan_cpuset(struct hki_plan *plan, const struct hki_reserve_ask *ask);
