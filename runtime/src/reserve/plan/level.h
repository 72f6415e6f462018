/* SPDX-License-Identifier: Apache-2.0
 *
 * The plan for a level: which parts it has, and in which order. Each part is a
 * function that adds its steps (partition.h, cpuset.h, affinity.h, noise.h).
 */
#pragma once

#include "reserve/plan/plan.h"

/* `plan` need not hold anything; hki_plan_free frees what it then has.
 * `why_not` says why there is no plan. */
void hki_plan_make(struct hki_plan *plan, const struct hki_reserve_ask *ask,
                   enum hk_reserve_level level);
