/* SPDX-License-Identifier: Apache-2.0
 *
 * Cpusets of cgroup v1 (Documentation/admin-guide/cgroup-v1/cpusets.rst). There
 * nothing takes processors away from the other groups, so a plan does: groups
 * that exist give them up, deepest first, as a group must be within its parent;
 * tasks of the group that the reservation is made in go to a group of their
 * own. A second reservation finds those tasks gone from where it could move
 * them: it has to make do with affinity masks.
 */
#include "reserve/plan/cpuset.h"

#include "reserve/look/look.h"
#include "reserve/plan/affinity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 16 };

struct shield {
  const struct hki_reserve_ask *ask;
  struct hki_plan *plan;
  struct hki_hierarchy tree;
  char base[HKI_RESERVE_PATH]; /* the group that is divided: a folder */
  char mems[HKI_CPUS_TEXT];
  struct hki_cpus all; /* the base's processors */
  unsigned depth;
};

/* folder + "/" + prefix + name */
static bool file_in(const struct shield *shield, const char *folder,
                    const char *name, char *path) {
  char file[64];
  snprintf(file, sizeof file, "%s%s", shield->tree.prefix, name);
  return hki_path(path, folder, file);
}

static void add(const struct shield *shield, const struct hki_step *step) {
  hki_plan_add(shield->plan, step);
}

/* A needed write to a file of a new group. */
static void set(const struct shield *shield, const char *folder,
                const char *name, const char *value) {
  char path[HKI_RESERVE_PATH];
  if (file_in(shield, folder, name, path))
    add(shield, &(struct hki_step){.kind = HKI_STEP_WRITE,
                                   .needed = true,
                                   .path = path,
                                   .value = (char *)value});
}

struct level {
  struct shield *shield;
  const char *folder;
};

static void shrink_group(struct shield *shield, const char *folder);

static int shrink_child(void *context, const char *name) {
  struct level *level = context;
  struct shield *shield = level->shield;
  char folder[HKI_RESERVE_PATH], path[HKI_RESERVE_PATH];
  if (!hki_path(folder, level->folder, name) ||
      !hki_path(path, folder, "tasks") ||
      !hki_files_exists(shield->ask->files, path))
    return 0;
  if (strncmp(name, "hocket-", 7) == 0) {
    hki_plan_refuse(shield->plan,
                    "%s is of another reservation (if its program is gone: "
                    "hocket restore)",
                    folder);
    return 1;
  }
  if (shield->depth == MOST_DEPTH) {
    hki_plan_refuse(shield->plan, "%s: groups are nested too deeply", folder);
    return 1;
  }
  shrink_group(shield, folder);
  return 0;
}

/* A group and those below it give up the reserved processors. */
static void shrink_group(struct shield *shield, const char *folder) {
  struct level level = {shield, folder};
  shield->depth++;
  hki_files_list(shield->ask->files, folder, shrink_child, &level);
  shield->depth--;
  char path[HKI_RESERVE_PATH], old[HKI_CPUS_TEXT], value[HKI_CPUS_TEXT];
  struct hki_cpus set;
  if (shield->depth == 0 || !file_in(shield, folder, "cpus", path) ||
      hki_read_list(shield->ask->files, path, &set) != 0 ||
      !hki_cpus_meet(&set, &shield->ask->cpus))
    return;
  struct hki_cpus less = hki_cpus_without(&set, &shield->ask->cpus);
  if (hki_cpus_count(&less) == 0) {
    hki_plan_refuse(shield->plan, "%s has no other processors", folder);
    return;
  }
  if (hki_cpus_list(&set, old, sizeof old) == 0 &&
      hki_cpus_list(&less, value, sizeof value) == 0)
    add(shield, &(struct hki_step){.kind = HKI_STEP_WRITE,
                                   .purpose = HKI_FOR_OTHERS,
                                   .needed = true,
                                   .path = path,
                                   .old = old,
                                   .value = value});
}

struct masks {
  const struct shield *shield;
  const char *tasks; /* of the base: "12\n345\n..." */
};

static bool lists(const char *tasks, int thread) {
  for (const char *c = tasks; *c;) {
    if (atoi(c) == thread)
      return true;
    c += strcspn(c, "\n");
    c += *c == '\n';
  }
  return false;
}

/* Before Linux 6.2 a task that is moved to another cpuset forgets the mask that
 * it had. So a mask that says less than the cpuset is changed, and thereby
 * remembered, first. */
static int keep_mask(void *context, const struct hki_task *task) {
  const struct masks *masks = context;
  const struct shield *shield = masks->shield;
  char old[HKI_CPUS_TEXT], value[HKI_CPUS_TEXT];
  if (task->kind || task->process == shield->ask->process ||
      hki_cpus_equal(&task->allowed, &shield->all) ||
      !lists(masks->tasks, task->thread))
    return 0;
  struct hki_cpus less = hki_cpus_without(&task->allowed, &shield->ask->cpus);
  if (hki_cpus_count(&less) == 0)
    less = hki_cpus_without(&shield->all, &shield->ask->cpus);
  if (hki_cpus_equal(&task->allowed, &less))
    return 0;
  if (hki_cpus_list(&task->allowed, old, sizeof old) == 0 &&
      hki_cpus_list(&less, value, sizeof value) == 0)
    add(shield, &(struct hki_step){.kind = HKI_STEP_AFFINITY,
                                   .purpose = HKI_FOR_OTHERS,
                                   .task = task->thread,
                                   .path = (char *)task->name,
                                   .old = old,
                                   .value = value});
  return 0;
}

/* The group for the other tasks, and their move. */
static void add_rest(const struct shield *shield) {
  char name[HKI_GROUP_NAME], folder[HKI_RESERVE_PATH], list[HKI_CPUS_TEXT];
  char from[HKI_RESERVE_PATH], to[HKI_RESERVE_PATH];
  const struct hki_reserve_ask *ask = shield->ask;
  struct hki_cpus rest = hki_cpus_without(&shield->all, &ask->cpus);
  hki_group_name(ask, "-others", name);
  if (!hki_path(folder, shield->base, name) || !hki_path(to, folder, "tasks") ||
      !hki_path(from, shield->base, "tasks") ||
      hki_cpus_list(&rest, list, sizeof list) != 0)
    return;
  add(shield, &(struct hki_step){.kind = HKI_STEP_FOLDER,
                                 .purpose = HKI_FOR_OTHERS,
                                 .needed = true,
                                 .path = folder});
  set(shield, folder, "cpus", list);
  set(shield, folder, "mems", shield->mems);
  int error = 0;
  char *tasks = hki_read_whole(ask->files, from, &error);
  struct masks masks = {shield, tasks};
  if (tasks)
    hki_each_task(ask->files, keep_mask, &masks);
  free(tasks);
  add(shield, &(struct hki_step){.kind = HKI_STEP_MOVE_REST,
                                 .purpose = HKI_FOR_OTHERS,
                                 .task = ask->process,
                                 .path = to,
                                 .old = from});
}

/* The program's group, and its move there. */
static void add_own(const struct shield *shield) {
  char name[HKI_GROUP_NAME], folder[HKI_RESERVE_PATH], home[HKI_RESERVE_PATH];
  char path[HKI_RESERVE_PATH], list[HKI_CPUS_TEXT];
  hki_group_name(shield->ask, "", name);
  if (!hki_path(folder, shield->base, name) ||
      !hki_path(home, shield->tree.mount, shield->tree.own) ||
      hki_cpus_list(&shield->ask->cpus, list, sizeof list) != 0)
    return;
  bool elsewhere = strcmp(home, shield->base) != 0;
  add(shield, &(struct hki_step){.kind = HKI_STEP_FOLDER,
                                 .needed = true,
                                 .path = folder,
                                 .value = elsewhere ? home : NULL});
  set(shield, folder, "cpus", list);
  set(shield, folder, "mems", shield->mems);
  if (shield->ask->pinned)
    set(shield, folder, "sched_load_balance", "0");
  if (hki_path(path, folder, "cgroup.procs"))
    add(shield, &(struct hki_step){.kind = HKI_STEP_MOVE,
                                   .needed = true,
                                   .task = shield->ask->process,
                                   .path = path});
}

/* Without this the base's load balancing goes across all its groups. */
static void add_balance(const struct shield *shield) {
  char path[HKI_RESERVE_PATH], text[32];
  if (file_in(shield, shield->base, "sched_load_balance", path) &&
      hki_files_read(shield->ask->files, path, text, sizeof text) > 0 &&
      strcmp(text, "1") == 0)
    add(shield, &(struct hki_step){.kind = HKI_STEP_WRITE,
                                   .purpose = HKI_FOR_OTHERS,
                                   .path = path,
                                   .old = text,
                                   .value = "0"});
}

/* Looks at the group to divide; says why it cannot be. */
static void look_at_base(struct shield *shield) {
  const struct hki_files *files = shield->ask->files;
  char path[HKI_RESERVE_PATH];
  if (!hki_path(path, shield->base, "tasks") ||
      hki_files_may_write(files, path) != 0) {
    hki_plan_refuse(shield->plan, "no permission to make cpusets in %s",
                    shield->base);
    return;
  }
  if (!file_in(shield, shield->base, "cpus", path) ||
      hki_read_list(files, path, &shield->all) != 0 ||
      !hki_cpus_within(&shield->ask->cpus, &shield->all))
    hki_plan_refuse(shield->plan, "%s does not have these processors",
                    shield->base);
  if (!file_in(shield, shield->base, "mems", path) ||
      hki_files_read(files, path, shield->mems, sizeof shield->mems) < 0)
    hki_plan_refuse(shield->plan, "%s cannot be read", path);
}

void hki_plan_cpuset(struct hki_plan *plan, const struct hki_reserve_ask *ask) {
  struct shield shield = {.ask = ask, .plan = plan};
  int error = hki_find_cpuset1(ask->files, ask->process, &shield.tree);
  if (error || !hki_path(shield.base, shield.tree.mount,
                         ask->within ? ask->within : "")) {
    hki_plan_refuse(plan, "there is no cgroup v1 hierarchy with cpusets");
    return;
  }
  look_at_base(&shield);
  if (plan->why_not[0])
    return;
  shrink_group(&shield, shield.base);
  add_rest(&shield);
  add_own(&shield);
  add_balance(&shield);
  hki_plan_bind(plan, ask, false);
}
