/* SPDX-License-Identifier: Apache-2.0
 *
 * A cgroup v2 cpuset partition (Documentation/admin-guide/cgroup-v2.rst): a
 * control group whose processors the kernel takes away from all others.
 * Directly below the top, or below a group that is a partition root itself, it
 * is a local partition; elsewhere a remote one, which Linux 6.7 brought: each
 * group on the way has to list the processors in cpuset.cpus.exclusive.
 *
 * The write that makes the partition succeeds even if there can be none; what
 * it reads back as, "isolated invalid (reason)", is the answer.
 */
#include "reserve/plan/partition.h"

#include "reserve/look/look.h"
#include "reserve/plan/affinity.h"

#include <stdio.h>
#include <string.h>

struct place {
  const struct hki_reserve_ask *ask;
  struct hki_plan *plan;
  struct hki_hierarchy tree;
  const char *parent; /* in the tree, "/" or "/a/b" */
};

/* mount + group + "/" + file */
static bool file_in(const struct place *place, const char *group,
                    const char *file, char *path) {
  char folder[HKI_RESERVE_PATH];
  return hki_path(folder, place->tree.mount, group) &&
         hki_path(path, folder, file);
}

static void add(const struct place *place, enum hki_step_kind kind,
                const char *path, const char *old, const char *value) {
  hki_plan_add(place->plan, &(struct hki_step){.kind = kind,
                                               .needed = true,
                                               .task = place->ask->process,
                                               .path = (char *)path,
                                               .old = (char *)old,
                                               .value = (char *)value});
}

/* Calls `each` with "/", "/a", "/a/b" for the parent "/a/b". */
static void each_ancestor(const struct place *place,
                          void (*each)(const struct place *,
                                       const char *group)) {
  char group[HKI_RESERVE_PATH];
  each(place, "/");
  for (const char *c = place->parent; *c; c++) {
    if (c == place->parent || (c[1] != '/' && c[1] != '\0'))
      continue;
    size_t length = (size_t)(c + 1 - place->parent);
    memcpy(group, place->parent, length);
    group[length] = '\0';
    each(place, group);
  }
}

static void enable(const struct place *place, const char *group) {
  char path[HKI_RESERVE_PATH], text[1024];
  if (!file_in(place, group, "cgroup.subtree_control", path))
    return;
  int length = hki_files_read(place->ask->files, path, text, sizeof text);
  if (length < 0)
    hki_plan_refuse(place->plan, "%s: %s", path, strerror(-length));
  else if (!hki_has_word(text, "cpuset"))
    add(place, HKI_STEP_ENABLE, path, text, "+cpuset");
}

/* What a group of a remote partition has to list: what it does, and these. */
static void exclude(const struct place *place, const char *group) {
  char path[HKI_RESERVE_PATH], text[HKI_CPUS_TEXT];
  struct hki_cpus set = {{0}};
  if (strcmp(group, "/") == 0 ||
      !file_in(place, group, "cpuset.cpus.exclusive", path))
    return;
  /* Before cpusets are enabled there is no such file, and then it is empty. */
  char old[HKI_CPUS_TEXT];
  if (hki_files_read(place->ask->files, path, old, sizeof old) < 0)
    old[0] = '\0';
  hki_cpus_parse_list(&set, old);
  for (unsigned i = 0; i < HKI_CPUS_WORDS; i++)
    set.words[i] |= place->ask->cpus.words[i];
  if (hki_cpus_list(&set, text, sizeof text) == 0)
    add(place, HKI_STEP_WRITE, path, old, text);
}

static bool is_partition(const struct place *place) {
  char path[HKI_RESERVE_PATH], text[256];
  if (strcmp(place->parent, "/") == 0)
    return true;
  if (!file_in(place, place->parent, "cpuset.cpus.partition", path) ||
      hki_files_read(place->ask->files, path, text, sizeof text) < 0)
    return false;
  return strcmp(text, "root") == 0 || strcmp(text, "isolated") == 0;
}

static bool knows_remote(const struct place *place) {
  char path[HKI_RESERVE_PATH];
  return (file_in(place, "/", "cpuset.cpus.isolated", path) &&
          hki_files_exists(place->ask->files, path)) ||
         (file_in(place, place->parent, "cpuset.cpus.exclusive", path) &&
          hki_files_exists(place->ask->files, path));
}

/* The steps, once the place is known. */
static void add_steps(const struct place *place) {
  char name[HKI_GROUP_NAME], group[HKI_RESERVE_PATH], path[HKI_RESERVE_PATH];
  char list[HKI_CPUS_TEXT];
  bool local = is_partition(place);
  if (!local && !knows_remote(place)) {
    hki_plan_refuse(place->plan,
                    "%s%s is no partition, and a partition further down needs "
                    "Linux 6.7",
                    place->tree.mount, place->parent);
    return;
  }
  hki_group_name(place->ask, "", name);
  if (!hki_path(group, place->parent, name) ||
      !file_in(place, group, "cpuset.cpus.partition", path) ||
      hki_cpus_list(&place->ask->cpus, list, sizeof list) != 0) {
    hki_plan_refuse(place->plan, "a path or list is too long");
    return;
  }
  each_ancestor(place, enable);
  if (!local)
    each_ancestor(place, exclude);
  file_in(place, group, "", path);
  char home[HKI_RESERVE_PATH];
  file_in(place, place->tree.own, "", home);
  add(place, HKI_STEP_FOLDER, path, NULL, home);
  /* Thereby the kernel refuses to take cpusets away from the parent, should
   * another reservation that has enabled them there end before this one. */
  file_in(place, group, "cgroup.subtree_control", path);
  add(place, HKI_STEP_ENABLE, path, NULL, "+cpuset");
  file_in(place, group, "cpuset.cpus", path);
  add(place, HKI_STEP_WRITE, path, NULL, list);
  if (!local) {
    file_in(place, group, "cpuset.cpus.exclusive", path);
    add(place, HKI_STEP_WRITE, path, NULL, list);
  }
  file_in(place, group, "cpuset.cpus.partition", path);
  add(place, HKI_STEP_PARTITION, path, NULL,
      hk_reserve_level_name(place->plan->level));
  file_in(place, group, "cgroup.procs", path);
  add(place, HKI_STEP_MOVE, path, NULL, NULL);
}

static bool may_use(const struct place *place, const char *group) {
  char path[HKI_RESERVE_PATH];
  return file_in(place, group, "cgroup.subtree_control", path) &&
         hki_files_may_write(place->ask->files, path) == 0;
}

void hki_plan_partition(struct hki_plan *plan,
                        const struct hki_reserve_ask *ask) {
  struct place place = {.ask = ask, .plan = plan};
  int error = hki_find_cgroup2(ask->files, ask->process, &place.tree);
  if (error) {
    hki_plan_refuse(plan, "there is no cgroup v2 hierarchy with cpusets");
    return;
  }
  char above[HKI_RESERVE_PATH];
  strcpy(above, place.tree.own);
  *strrchr(above, '/') = '\0';
  if (ask->within)
    place.parent = ask->within;
  else if (may_use(&place, "/") || !*above)
    place.parent = "/";
  else
    place.parent = above;
  if (!may_use(&place, place.parent)) {
    hki_plan_refuse(plan, "no permission to make control groups in %s%s",
                    place.tree.mount, place.parent);
    return;
  }
  add_steps(&place);
  hki_plan_bind(plan, ask, false);
}
