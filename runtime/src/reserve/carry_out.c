/* SPDX-License-Identifier: Apache-2.0
 *
 * Each step of a plan is one change of the machine that the journal can undo.
 * What the machine answers counts: a partition that reads back as "isolated
 * invalid (...)" has failed, whatever the write returned. Interrupts that are
 * managed by their driver refuse with EIO or EPERM, and kernel threads come and
 * go; such failures are counted.
 */
#include "reserve/carry_out.h"

#include "machine/journal/journal.h"
#include "reserve/look/look.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct work {
  const struct hki_files *files;
  struct hki_journal *journal;
  const struct hki_reserve_ask *ask;
  char why[256]; /* what the machine said, where it did not say an error */
};

/* What is in a group that this plan has made goes with the group: the journal
 * need not know. */
static int write_text(struct work *work, const struct hki_step *step,
                      const char *text) {
  return step->old ? hki_journal_write(work->journal, step->path, text)
                   : hki_files_write(work->files, step->path, text);
}

/* A write counts if the file then reads as what was written. */
static int write_value(struct work *work, const struct hki_step *step) {
  char text[HKI_CPUS_TEXT];
  int result = write_text(work, step, step->value);
  if (result < 0)
    return result;
  int length = hki_files_read(work->files, step->path, text, sizeof text);
  if (length < 0)
    return length;
  if (strcmp(text, step->value) == 0)
    return 0;
  snprintf(work->why, sizeof work->why, "it reads '%.200s'", text);
  return -EINVAL;
}

/* The kernel shows what is enabled in an order of its own. */
static int enable(struct work *work, const struct hki_step *step) {
  char text[1024];
  int result = write_text(work, step, "+cpuset");
  if (result < 0)
    return result;
  int length = hki_files_read(work->files, step->path, text, sizeof text);
  if (length < 0)
    return length;
  return hki_has_word(text, "cpuset") ? 0 : -EINVAL;
}

static int set_mask(struct work *work, const struct hki_step *step) {
  unsigned cpus[HKI_MOST_CPUS];
  int count = hki_files_parse_cpus(step->value, cpus, HKI_MOST_CPUS);
  if (count < 0)
    return count;
  int result =
      hki_journal_affinity(work->journal, step->task, cpus, (unsigned)count);
  if (result > 0)
    snprintf(work->why, sizeof work->why, "its cpuset has other processors");
  return result > 0 ? -EINVAL : result;
}

static int move(struct work *work, const char *path, int task) {
  char text[16];
  snprintf(text, sizeof text, "%d", task);
  return hki_files_write(work->files, path, text);
}

static bool is_thread_of(struct work *work, int process, int thread) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d", process, thread);
  return hki_files_exists(work->files, path);
}

/* One pass over the tasks in step->old. Returns how many went, and adds to
 * `stayed` those that could not. */
static unsigned move_listed(struct work *work, const struct hki_step *step,
                            char *tasks, unsigned *stayed) {
  unsigned moved = 0;
  char *save = NULL;
  for (char *line = strtok_r(tasks, "\n", &save); line;
       line = strtok_r(NULL, "\n", &save)) {
    struct hki_task task;
    int thread = atoi(line);
    if (is_thread_of(work, step->task, thread) ||
        !hki_read_task(work->files, thread, thread, &task) || task.kind)
      continue; /* gone, or the kernel's: kernel threads have a purpose of
                   their own */
    int error = move(work, step->path, thread);
    if (!error)
      moved++;
    else if (error != -ESRCH)
      ++*stayed;
  }
  return moved;
}

/* Tasks that are made while others are moved are in the group of the thread
 * that made them: after a pass that finds nothing to move there are none. */
static int move_rest(struct work *work, const struct hki_step *step) {
  enum { MOST_PASSES = 32 };
  for (unsigned pass = 0; pass < MOST_PASSES; pass++) {
    int error = 0;
    unsigned stayed = 0;
    char *tasks = hki_read_whole(work->files, step->old, &error);
    if (!tasks)
      return error;
    unsigned moved = move_listed(work, step, tasks, &stayed);
    free(tasks);
    if (moved)
      continue;
    if (stayed)
      snprintf(work->why, sizeof work->why, "%u tasks could not be moved",
               stayed);
    return stayed ? -EBUSY : 0;
  }
  snprintf(work->why, sizeof work->why, "new tasks keep coming");
  return -EBUSY;
}

/* Offline and online again. */
static int replug(struct work *work, const char *path) {
  int result = hki_journal_write(work->journal, path, "0");
  if (result < 0)
    return result;
  result = hki_journal_write(work->journal, path, "1");
  return result > 0 ? -EIO : result;
}

struct fifo {
  int priority;
  int error;
};

static int fifo_thread(void *context, const struct hki_task *task) {
  struct fifo *fifo = context;
  struct sched_param parameter = {.sched_priority = fifo->priority};
  int wanted = fifo->priority ? SCHED_FIFO : SCHED_OTHER;
  if (task->policy != (fifo->priority ? SCHED_OTHER : SCHED_FIFO))
    return 0;
  if (sched_setscheduler(task->thread, wanted, &parameter) != 0 &&
      errno != ESRCH && !fifo->error)
    fifo->error = -errno;
  return 0;
}

int hki_set_fifo(const struct hki_files *files, int process, int priority) {
  struct fifo fifo = {priority, 0};
  int error = hki_each_thread(files, process, fifo_thread, &fifo);
  return error ? error : fifo.error;
}

static int carry_out_step(struct work *work, const struct hki_step *step) {
  switch (step->kind) {
  case HKI_STEP_FOLDER:
    return hki_journal_make_group(work->journal, step->path,
                                  step->value ? step->value : "");
  case HKI_STEP_ENABLE:
    return enable(work, step);
  case HKI_STEP_WRITE:
  case HKI_STEP_PARTITION:
    return write_value(work, step);
  case HKI_STEP_MOVE:
    return move(work, step->path, step->task);
  case HKI_STEP_MOVE_REST:
    return move_rest(work, step);
  case HKI_STEP_AFFINITY:
    return set_mask(work, step);
  case HKI_STEP_FIFO:
    return hki_set_fifo(work->files, step->task, atoi(step->value));
  case HKI_STEP_REPLUG:
    return replug(work, step->path);
  }
  return -EINVAL;
}

/* Why a step has failed, where it has not said so itself. */
static void explain(struct work *work, int error) {
  struct hki_holder holder = {0};
  if (error == -EBUSY)
    holder = hki_journal_holder(work->journal);
  if (holder.pid)
    snprintf(work->why, sizeof work->why,
             "another program has changed it: '%s', process %ld", holder.name,
             holder.pid);
  else
    snprintf(work->why, sizeof work->why, "%s", strerror(-error));
}

int hki_carry_out(const struct hki_plan *plan,
                  const struct hki_reserve_ask *ask,
                  struct hki_journal *journal, const struct hki_voice *voice,
                  struct hki_results *results) {
  *results = (struct hki_results){.why_not = ""};
  for (unsigned i = 0; i < plan->count; i++) {
    const struct hki_step *step = &plan->steps[i];
    struct work work = {ask->files, journal, ask, ""};
    char text[700];
    int error = carry_out_step(&work, step);
    bool gone = error == -ESRCH && step->kind == HKI_STEP_AFFINITY;
    hki_step_describe(step, text, sizeof text);
    if (!error || gone) {
      results->done[step->purpose]++;
      hki_voice_say(voice, 1, "%s%s", text, gone ? ": has ended" : "");
      continue;
    }
    if (!work.why[0])
      explain(&work, error);
    hki_voice_say(voice, 1, "%s: not done: %s", text, work.why);
    if (!results->failed[step->purpose]++)
      results->error[step->purpose] = error;
    if (step->needed) {
      snprintf(results->why_not, sizeof results->why_not, "%.400s: %.100s",
               step->path ? step->path : text, work.why);
      return error;
    }
  }
  return 0;
}

static void tell_forbidden(const struct hki_plan *plan,
                           const struct hki_voice *voice) {
  char names[256] = "";
  size_t used = 0;
  for (unsigned i = 0; i < HKI_PURPOSES; i++)
    if (plan->forbidden[i])
      used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                               used ? ", " : "", hki_purpose_name(i));
  if (used)
    hki_voice_say(voice, 0,
                  "without permission to keep these off: %s ('hocket doctor' "
                  "says what grants it)",
                  names);
}

static const char *reason(int error) {
  return error == -EBUSY ? "in use, perhaps by another program"
                         : strerror(-error);
}

void hki_tell_results(const struct hki_plan *plan,
                      const struct hki_results *results,
                      const struct hki_voice *voice) {
  tell_forbidden(plan, voice);
  for (unsigned i = 0; i < HKI_PURPOSES; i++) {
    unsigned failed = results->failed[i], all = failed + results->done[i];
    if (!failed)
      continue;
    /* That some interrupts and kernel threads stay is the rule. */
    int detail = i == HKI_FOR_IRQS || i == HKI_FOR_KTHREADS;
    hki_voice_say(voice, detail, "%s: %u of %u steps not done (%s)%s",
                  hki_purpose_name(i), failed, all, reason(results->error[i]),
                  i == HKI_FOR_IRQS ? ": their drivers keep them" : "");
  }
}
