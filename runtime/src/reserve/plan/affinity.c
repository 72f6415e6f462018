/* SPDX-License-Identifier: Apache-2.0
 *
 * Affinity masks: the program's threads get the reserved processors, and at the
 * level that has nothing else, the other tasks lose them, if this user may
 * change those (CAP_SYS_NICE). A process made later has its parent's mask.
 */
#include "reserve/plan/affinity.h"

#include "reserve/look/look.h"

#include <stdio.h>

struct change {
  struct hki_plan *plan;
  const struct hki_reserve_ask *ask;
  bool needed;
};

static void add_mask(const struct change *change, const struct hki_task *task,
                     const struct hki_cpus *mask, enum hki_purpose purpose) {
  char old[HKI_CPUS_TEXT], value[HKI_CPUS_TEXT];
  if (hki_cpus_equal(mask, &task->allowed) ||
      hki_cpus_list(&task->allowed, old, sizeof old) != 0 ||
      hki_cpus_list(mask, value, sizeof value) != 0)
    return;
  hki_plan_add(change->plan, &(struct hki_step){.kind = HKI_STEP_AFFINITY,
                                                .purpose = purpose,
                                                .needed = change->needed,
                                                .task = task->thread,
                                                .path = (char *)task->name,
                                                .old = old,
                                                .value = value});
}

static int bind_thread(void *context, const struct hki_task *task) {
  const struct change *change = context;
  add_mask(change, task, &change->ask->cpus, HKI_FOR_PROGRAM);
  return 0;
}

void hki_plan_bind(struct hki_plan *plan, const struct hki_reserve_ask *ask,
                   bool needed) {
  struct change change = {plan, ask, needed};
  hki_each_thread(ask->files, ask->process, bind_thread, &change);
}

/* Tasks that were bound to reserved processors alone go to those that are
 * kept. */
static int push_off(void *context, const struct hki_task *task) {
  const struct change *change = context;
  const struct hki_reserve_ask *ask = change->ask;
  if (task->kind & HKI_KTHREAD || task->process == ask->process ||
      !hki_cpus_meet(&task->allowed, &ask->cpus))
    return 0;
  struct hki_cpus less = hki_cpus_without(&task->allowed, &ask->cpus);
  add_mask(change, task, hki_cpus_count(&less) ? &less : &ask->keep,
           HKI_FOR_OTHERS);
  return 0;
}

void hki_plan_affinity(struct hki_plan *plan,
                       const struct hki_reserve_ask *ask) {
  hki_plan_bind(plan, ask, true);
  struct change change = {plan, ask, false};
  plan->forbidden[HKI_FOR_OTHERS] = !ask->may_nice;
  if (ask->may_nice && !ask->within)
    hki_each_task(ask->files, push_off, &change);
}
