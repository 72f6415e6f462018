/* SPDX-License-Identifier: Apache-2.0 */
#include "reserve/plan/level.h"

#include "reserve/plan/affinity.h"
#include "reserve/plan/cpuset.h"
#include "reserve/plan/noise.h"
#include "reserve/plan/partition.h"

#include <stdio.h>

static void add_fifo(struct hki_plan *plan, const struct hki_reserve_ask *ask) {
  char priority[16];
  snprintf(priority, sizeof priority, "%d", ask->fifo);
  hki_plan_add(plan, &(struct hki_step){.kind = HKI_STEP_FIFO,
                                        .purpose = HKI_FOR_FIFO,
                                        .task = ask->process,
                                        .value = priority});
}

void hki_plan_make(struct hki_plan *plan, const struct hki_reserve_ask *ask,
                   enum hk_reserve_level level) {
  *plan = (struct hki_plan){.level = level};
  if (ask->replug)
    hki_plan_replug(plan, ask);
  if (level == HK_RESERVE_ISOLATED || level == HK_RESERVE_ROOT)
    hki_plan_partition(plan, ask);
  else if (level == HK_RESERVE_CPUSET)
    hki_plan_cpuset(plan, ask);
  else
    hki_plan_affinity(plan, ask);
  if (!plan->why_not[0])
    hki_plan_isolate(plan, ask);
  if (ask->fifo)
    add_fifo(plan, ask);
  if (plan->short_of_memory)
    hki_plan_refuse(plan, "not enough memory");
}
