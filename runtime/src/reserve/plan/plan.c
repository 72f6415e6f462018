/* SPDX-License-Identifier: Apache-2.0
 *
 * Adding, describing and freeing the steps of a plan.
 */
#include "reserve/plan/plan.h"

#include "machine/files/files.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy_of(const char *text, bool *failed) {
  char *copy = text ? strdup(text) : NULL;
  *failed = *failed || (text && !copy);
  return copy;
}

void hki_plan_add(struct hki_plan *plan, const struct hki_step *step) {
  if (plan->count == plan->room) {
    unsigned room = plan->room ? plan->room * 2 : 64;
    struct hki_step *steps = realloc(plan->steps, room * sizeof *steps);
    if (!steps) {
      plan->short_of_memory = true;
      return;
    }
    plan->steps = steps;
    plan->room = room;
  }
  struct hki_step *copy = &plan->steps[plan->count++];
  *copy = *step;
  copy->path = copy_of(step->path, &plan->short_of_memory);
  copy->old = copy_of(step->old, &plan->short_of_memory);
  copy->value = copy_of(step->value, &plan->short_of_memory);
}

void hki_plan_refuse(struct hki_plan *plan, const char *format, ...) {
  if (plan->why_not[0])
    return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(plan->why_not, sizeof plan->why_not, format, arguments);
  va_end(arguments);
}

bool hki_plan_may_write(struct hki_plan *plan, const struct hki_files *files,
                        enum hki_purpose purpose, const char *path) {
  bool may = hki_files_may_write(files, path) == 0;
  plan->forbidden[purpose] = plan->forbidden[purpose] || !may;
  return may;
}

void hki_plan_free(struct hki_plan *plan) {
  for (unsigned i = 0; i < plan->count; i++) {
    free(plan->steps[i].path);
    free(plan->steps[i].old);
    free(plan->steps[i].value);
  }
  free(plan->steps);
  plan->steps = NULL;
  plan->count = plan->room = 0;
}

const char *hki_purpose_name(enum hki_purpose purpose) {
  static const char *const names[HKI_PURPOSES] = {
      "the program",    "other tasks", "unbound workqueues", "interrupts",
      "kernel threads", "timers",      "SCHED_FIFO"};
  return names[purpose];
}

void hki_step_describe(const struct hki_step *step, char *text, size_t room) {
  const char *value = step->value ? step->value : "";
  const char *path = step->path ? step->path : "";
  const char *old = step->old ? step->old : "?";
  const char *purpose = hki_purpose_name(step->purpose);
  switch (step->kind) {
  case HKI_STEP_FOLDER:
    snprintf(text, room, "make the control group %s", path);
    break;
  case HKI_STEP_ENABLE:
    snprintf(text, room, "write '+cpuset' to %s (was '%s')", path,
             step->old ? old : "");
    break;
  case HKI_STEP_WRITE:
  case HKI_STEP_PARTITION:
    if (step->old)
      snprintf(text, room, "write '%s' to %s (was '%s'): %s", value, path, old,
               purpose);
    else
      snprintf(text, room, "write '%s' to %s", value, path);
    break;
  case HKI_STEP_MOVE:
    snprintf(text, room, "move process %d to %s", step->task, path);
    break;
  case HKI_STEP_MOVE_REST:
    snprintf(text, room, "move the tasks in %s to %s", old, path);
    break;
  case HKI_STEP_AFFINITY:
    snprintf(text, room, "thread %d%s%s: processors %s to %s: %s", step->task,
             *path ? " " : "", path, old, value, purpose);
    break;
  case HKI_STEP_FIFO:
    snprintf(text, room, "process %d: SCHED_FIFO, priority %s", step->task,
             value);
    break;
  case HKI_STEP_REPLUG:
    snprintf(text, room, "write '0' and then '1' to %s: %s", path, purpose);
    break;
  }
}

void hki_group_name(const struct hki_reserve_ask *ask, const char *more,
                    char name[HKI_GROUP_NAME]) {
  snprintf(name, HKI_GROUP_NAME, "hocket-%d%s", ask->process, more);
}
