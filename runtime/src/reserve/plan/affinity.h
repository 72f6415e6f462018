/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of a plan that sets affinity masks.
 */
#pragma once

#include "reserve/plan/plan.h"

/* Adds the steps that give the program's threads the reserved processors as
 * affinity mask. */
void hki_plan_bind(struct hki_plan *plan, const struct hki_reserve_ask *ask,
                   bool needed);

/* The level that has nothing else: these, and the other tasks lose them. */
void hki_plan_affinity(struct hki_plan *plan,
                       const struct hki_reserve_ask *ask);
