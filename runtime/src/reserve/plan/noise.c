/* SPDX-License-Identifier: Apache-2.0
 *
 * What the kernel itself would do on the reserved processors, as far as it can
 * be sent elsewhere (Documentation/admin-guide/kernel-per-CPU-kthreads.rst):
 * unbound workqueues, interrupts that are not managed by their driver, kernel
 * threads that are not bound to a processor - RCU callbacks (rcuo*) among them
 * - and timers. None of it is needed: what cannot be moved is counted and told.
 */
#include "reserve/plan/noise.h"

#include "reserve/look/look.h"

#include <stdio.h>
#include <string.h>

struct noise {
  struct hki_plan *plan;
  const struct hki_reserve_ask *ask;
};

static void add_write(const struct noise *noise, enum hki_purpose purpose,
                      const char *path, const char *old, const char *value) {
  if (!hki_plan_may_write(noise->plan, noise->ask->files, purpose, path))
    return;
  hki_plan_add(noise->plan, &(struct hki_step){.kind = HKI_STEP_WRITE,
                                               .purpose = purpose,
                                               .path = (char *)path,
                                               .old = (char *)old,
                                               .value = (char *)value});
}

/* The processors that are left to something that has `set`. */
static struct hki_cpus left_of(const struct noise *noise,
                               const struct hki_cpus *set) {
  struct hki_cpus less = hki_cpus_without(set, &noise->ask->cpus);
  return hki_cpus_count(&less) ? less : noise->ask->keep;
}

static void mask_file(const struct noise *noise, enum hki_purpose purpose,
                      const char *path) {
  char old[HKI_CPUS_TEXT], value[HKI_CPUS_TEXT];
  struct hki_cpus set;
  if (hki_files_read(noise->ask->files, path, old, sizeof old) < 0 ||
      hki_cpus_parse_mask(&set, old) != 0 ||
      !hki_cpus_meet(&set, &noise->ask->cpus))
    return;
  struct hki_cpus less = left_of(noise, &set);
  if (hki_cpus_mask(&less, old, value, sizeof value) == 0)
    add_write(noise, purpose, path, old, value);
}

static int irq(void *context, const char *name) {
  const struct noise *noise = context;
  char path[96], old[HKI_CPUS_TEXT], value[HKI_CPUS_TEXT];
  struct hki_cpus set;
  if (name[0] < '0' || name[0] > '9' || strlen(name) > 16)
    return 0;
  snprintf(path, sizeof path, "/proc/irq/%s/smp_affinity_list", name);
  if (hki_files_read(noise->ask->files, path, old, sizeof old) < 0 ||
      hki_cpus_parse_list(&set, old) != 0 ||
      !hki_cpus_meet(&set, &noise->ask->cpus))
    return 0;
  struct hki_cpus less = left_of(noise, &set);
  if (hki_cpus_list(&less, value, sizeof value) == 0)
    add_write(noise, HKI_FOR_IRQS, path, old, value);
  return 0;
}

/* A kernel thread that is on reserved processors alone serves those. */
static int kthread(void *context, const struct hki_task *task) {
  const struct noise *noise = context;
  char old[HKI_CPUS_TEXT], value[HKI_CPUS_TEXT];
  if (task->kind != HKI_KTHREAD ||
      !hki_cpus_meet(&task->allowed, &noise->ask->cpus))
    return 0;
  struct hki_cpus less = hki_cpus_without(&task->allowed, &noise->ask->cpus);
  if (hki_cpus_count(&less) == 0 ||
      hki_cpus_list(&task->allowed, old, sizeof old) != 0 ||
      hki_cpus_list(&less, value, sizeof value) != 0)
    return 0;
  noise->plan->forbidden[HKI_FOR_KTHREADS] = !noise->ask->may_nice;
  if (!noise->ask->may_nice)
    return 1;
  hki_plan_add(noise->plan, &(struct hki_step){.kind = HKI_STEP_AFFINITY,
                                               .purpose = HKI_FOR_KTHREADS,
                                               .task = task->thread,
                                               .path = (char *)task->name,
                                               .old = old,
                                               .value = value});
  return 0;
}

/* With 1, a timer that is set on an idle processor may run on a busy one
 * instead: on those of the program. */
static void timers(const struct noise *noise) {
  static const char path[] = "/proc/sys/kernel/timer_migration";
  char old[16];
  if (hki_files_read(noise->ask->files, path, old, sizeof old) > 0 &&
      strcmp(old, "0") != 0)
    add_write(noise, HKI_FOR_TIMERS, path, old, "0");
}

void hki_plan_isolate(struct hki_plan *plan,
                      const struct hki_reserve_ask *ask) {
  struct noise noise = {plan, ask};
  mask_file(&noise, HKI_FOR_WORKQUEUES,
            "/sys/devices/virtual/workqueue/cpumask");
  mask_file(&noise, HKI_FOR_IRQS, "/proc/irq/default_smp_affinity");
  hki_files_list(ask->files, "/proc/irq", irq, &noise);
  hki_each_task(ask->files, kthread, &noise);
  timers(&noise);
}

void hki_plan_replug(struct hki_plan *plan, const struct hki_reserve_ask *ask) {
  for (unsigned cpu = hki_cpus_next(&ask->cpus, 0); cpu < HKI_MOST_CPUS;
       cpu = hki_cpus_next(&ask->cpus, cpu + 1)) {
    char path[96];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/online", cpu);
    if (hki_plan_may_write(plan, ask->files, HKI_FOR_TIMERS, path))
      hki_plan_add(plan, &(struct hki_step){.kind = HKI_STEP_REPLUG,
                                            .purpose = HKI_FOR_TIMERS,
                                            .path = path,
                                            .old = "1",
                                            .value = "1"});
  }
}
