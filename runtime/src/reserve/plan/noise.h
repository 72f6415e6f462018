/* SPDX-License-Identifier: Apache-2.0
 *
 * Noise isolation: what the kernel itself would do on the reserved processors
 * is sent elsewhere. No step of it is needed.
 */
#pragma once

#include "reserve/plan/plan.h"

/* Workqueues, interrupts, kernel threads, timers. */
void hki_plan_isolate(struct hki_plan *plan, const struct hki_reserve_ask *ask);

/* Each reserved processor is taken offline and brought back, which drives away
 * what nothing else does. */
void hki_plan_replug(struct hki_plan *plan, const struct hki_reserve_ask *ask);
