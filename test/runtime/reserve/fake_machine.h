/* SPDX-License-Identifier: Apache-2.0
 *
 * A machine to reserve processors on, in a folder: four processors, some
 * processes, interrupts, and a kernel's answers for control groups of both
 * versions. Making a group makes its files; writing a number to a list of tasks
 * takes it out of the other lists; "+cpuset" enables; a partition can be told
 * to be invalid. Any one call can be made to fail, by its number.
 */
#pragma once

#include "fake_tree.h" /* first */

#include "machine/journal/journal.h"
#include "reserve/reserve.h"

#define V2 "/sys/fs/cgroup"
#define V1 "/sys/fs/cgroup/cpuset"
#define APP 100 /* the program: threads 100 and 101 */

static struct fake_tree tree;
static char opened[256][400];
static const char *denied[8]; /* ends of paths that may not be written */
static const char *invalid;   /* what partitions read as; NULL: as written */
static unsigned call_number, failing_call; /* from 1; 0: none */
static int failing_error;
static void (*on_move)(void); /* called once, when a task is moved */
static char said[16384];      /* all lines */

static inline bool ends_with(const char *path, const char *end) {
  size_t length = strlen(path), less = strlen(end);
  return length >= less && strcmp(path + length - less, end) == 0;
}

static bool is_tasks(const char *path) {
  return ends_with(path, "/tasks") || ends_with(path, "/cgroup.procs");
}

static bool fails(int *error) {
  *error = failing_error;
  return ++call_number == failing_call;
}

static int open_of(int folder, const char *path, int flags, unsigned mode) {
  int error;
  bool writes = flags & O_WRONLY;
  bool outside = strncmp(path, tree.root, strlen(tree.root)) != 0 ||
                 strncmp(path, tree.folder, strlen(tree.folder)) == 0;
  if (outside)
    return hki_system_calls.open(folder, path, flags, mode);
  if (fails(&error) && error)
    return error;
  for (unsigned i = 0; writes && i < 8 && denied[i]; i++)
    if (ends_with(path, denied[i]))
      return -EACCES;
  if (is_tasks(path) || ends_with(path, "subtree_control"))
    flags &= ~O_TRUNC;
  int file = hki_system_calls.open(folder, path, flags, mode);
  if (file >= 0 && file < 256)
    snprintf(opened[file], sizeof opened[file], "%s", path);
  return file;
}

static void put_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void get_text(const char *path, char *text, size_t room) {
  FILE *file = fopen(path, "r");
  size_t length = file ? fread(text, 1, room - 1, file) : 0;
  text[length] = 0;
  if (file)
    fclose(file);
}

/* Rewrites one list of tasks without, and perhaps with, a number. */
static void list_task(const char *path, const char *number, bool with) {
  char old[4096], new[4096] = "";
  get_text(path, old, sizeof old);
  char *save = NULL;
  for (char *line = strtok_r(old, "\n", &save); line;
       line = strtok_r(NULL, "\n", &save))
    if (strcmp(line, number) != 0)
      strcat(strcat(new, line), "\n");
  if (with)
    strcat(strcat(new, number), "\n");
  put_text(path, new);
}

static void unlist(const char *folder, const char *number, const char *name) {
  DIR *names = opendir(folder);
  char path[700];
  for (struct dirent *entry; names && (entry = readdir(names));) {
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
      unlist(path, number, name);
    else if (strcmp(entry->d_name, name) == 0)
      list_task(path, number, false);
  }
  if (names)
    closedir(names);
}

static void move_task(const char *path, const char *number) {
  unlist(tree.root, number, "tasks");
  unlist(tree.root, number, "cgroup.procs");
  char folder[400], list[420];
  snprintf(folder, sizeof folder, "%s", path);
  *strrchr(folder, '/') = 0;
  static const char *const names[] = {"tasks", "cgroup.procs"};
  for (unsigned i = 0; i < 2; i++) {
    snprintf(list, sizeof list, "%s/%s", folder, names[i]);
    if (access(list, F_OK) == 0)
      list_task(list, number, true);
  }
  if (on_move) {
    void (*call)(void) = on_move;
    on_move = NULL;
    call();
  }
}

static void enable(const char *path, const char *text) {
  char old[256], new[256] = "";
  get_text(path, old, sizeof old);
  char *rest = strncmp(old, "cpuset ", 7) == 0 ? old + 7 : old;
  snprintf(new, sizeof new, "%s%.200s", text[0] == '+' ? "cpuset " : "", rest);
  put_text(path, new);
}

static long write_of(int file, const void *bytes, size_t length) {
  int error;
  if (!opened[file][0] || strncmp(opened[file], tree.root, strlen(tree.root)))
    return hki_system_calls.write(file, bytes, length);
  const char *path = opened[file];
  char text[256];
  snprintf(text, sizeof text, "%.*s", (int)length, (const char *)bytes);
  if (fails(&error)) {
    if (error)
      return error;
    length = length > 1 ? 1 : 0; /* short */
    if (is_tasks(path) || ends_with(path, "subtree_control"))
      return (long)length; /* no number, no name: nothing is done */
    return hki_system_calls.write(file, bytes, length);
  }
  if (is_tasks(path))
    move_task(path, text);
  else if (ends_with(path, "subtree_control"))
    enable(path, text);
  else if (ends_with(path, "cpuset.cpus.partition") && invalid &&
           strcmp(text, "member") != 0)
    return hki_system_calls.write(file, invalid, strlen(invalid)) > 0
               ? (long)length
               : -EIO;
  else
    return hki_system_calls.write(file, bytes, length);
  return (long)length;
}

static int close_of(int file) {
  if (file >= 0 && file < 256)
    opened[file][0] = 0;
  return hki_system_calls.close(file);
}

/* The files of a new group are those of the one above it, but for some. */
static int make_folder_of(const char *path) {
  int error;
  if (fails(&error) && error)
    return error;
  for (unsigned i = 0; i < 8 && denied[i]; i++)
    if (strcmp(denied[i], "mkdir") == 0)
      return -EACCES;
  error = hki_system_calls.make_folder(path);
  if (error)
    return error;
  static const struct {
    const char *name, *text;
  } files[] = {{"tasks", ""},
               {"cgroup.procs", ""},
               {"cgroup.controllers", "cpuset cpu memory pids\n"},
               {"cgroup.subtree_control", "\n"},
               {"cpuset.cpus", "\n"},
               {"cpus", "\n"},
               {"cpuset.mems", "\n"},
               {"mems", "\n"},
               {"cpuset.cpus.partition", "member\n"},
               {"cpuset.cpus.exclusive", "\n"},
               {"cpuset.sched_load_balance", "1\n"},
               {"sched_load_balance", "1\n"}};
  char above[400], file[440], like[440];
  snprintf(above, sizeof above, "%s", path);
  *strrchr(above, '/') = 0;
  for (unsigned i = 0; i < sizeof files / sizeof *files; i++) {
    snprintf(like, sizeof like, "%s/%s", above, files[i].name);
    snprintf(file, sizeof file, "%s/%s", path, files[i].name);
    bool below_top = !strncmp(files[i].name, "cpuset.", 7) &&
                     strstr(path, "/cpuset/") == NULL;
    if (below_top || access(like, F_OK) == 0)
      put_text(file, files[i].text);
  }
  return 0;
}

static int remove_folder_of(const char *path) {
  char text[4096], file[420];
  int error;
  if (fails(&error) && error)
    return error;
  snprintf(file, sizeof file, "%s/cgroup.procs", path);
  get_text(file, text, sizeof text);
  return text[0] ? -EBUSY : fake_remove_folder(path);
}

static int set_affinity_of(int tid, const unsigned long *mask, size_t bytes) {
  int error;
  if (fails(&error) && error)
    return error;
  return fake_set_affinity(tid, mask, bytes);
}

static struct hki_file_calls calls_of;

static const struct hki_files *machine(void) {
  const struct hki_files *files = fake_files(&tree);
  calls_of = *files->calls;
  calls_of.open = open_of;
  calls_of.write = write_of;
  calls_of.read = hki_system_calls.read;
  calls_of.close = close_of;
  calls_of.make_folder = make_folder_of;
  calls_of.remove_folder = remove_folder_of;
  calls_of.set_affinity = set_affinity_of;
  tree.files.calls = &calls_of;
  return &tree.files;
}

/* A thread with all that /proc says of it. */
static void put_thread(int process, int tid, const char *name, unsigned flags,
                       const char *cpus) {
  char path[96], text[400];
  snprintf(
      text, sizeof text,
      "%d (%s) S 1 1 1 0 -1 %u 0 0 0 0 0 0 0 0 20 0 1 0 %d 0 0 0 0 0 0 0 0 "
      "0 0 0 0 0 0 0 17 0 0 0 0 0 0",
      tid, name, flags, tid);
  snprintf(path, sizeof path, "/proc/%d/task/%d/stat", process, tid);
  fake_put(&tree, path, text);
  snprintf(path, sizeof path, "/proc/%d/stat", tid);
  fake_put(&tree, path, text);
  snprintf(path, sizeof path, "/proc/%d/status", tid);
  snprintf(text, sizeof text,
           "Name:\tx\nCpus_allowed_list:\t%s\nMems_allowed:\t1", cpus);
  fake_put(&tree, path, text);
}

enum { KTHREAD = 0x00200000, FIXED = 0x04000000 };

/* Everything but control groups. */
static void make_machine(void) {
  tree = fake_tree();
  memset(denied, 0, sizeof denied);
  invalid = NULL;
  failing_call = 0;
  on_move = NULL;
  said[0] = 0;
  fake_put(&tree, "/sys/devices/system/cpu/online", "0-3");
  for (unsigned cpu = 1; cpu < 4; cpu++) {
    char path[96];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/online", cpu);
    fake_put(&tree, path, "1");
  }
  fake_put(&tree, "/sys/devices/virtual/workqueue/cpumask", "f");
  fake_put(&tree, "/proc/irq/default_smp_affinity", "f");
  fake_put(&tree, "/proc/irq/24/smp_affinity_list", "0-3");
  fake_put(&tree, "/proc/irq/25/smp_affinity_list", "3");
  fake_put(&tree, "/proc/irq/26/smp_affinity_list", "0");
  fake_put(&tree, "/proc/sys/kernel/timer_migration", "1");
  fake_put(&tree, "/proc/sys/kernel/sched_rt_runtime_us", "950000");
  fake_put(&tree, "/proc/sys/kernel/sched_rt_period_us", "1000000");
  fake_put(&tree, "/proc/self/status",
           "Name:\tx\nCapEff:\t000001ffffffffff\nCpus_allowed_list:\t0-3");
  fake_put(&tree, "/proc/self/mounts", "sysfs /sys sysfs rw 0 0");
  put_thread(2, 2, "kthreadd", KTHREAD, "0-3");
  put_thread(15, 15, "rcuos/3", KTHREAD, "0-3");
  put_thread(16, 16, "kworker/3:0", KTHREAD | FIXED, "3");
  put_thread(APP, APP, "app", 0, "0-3");
  put_thread(APP, APP + 1, "app) R 1", 0, "0-3");
  put_thread(200, 200, "daemon", 0, "0-3");
  put_thread(201, 201, "pinned", 0, "3");
}

static inline void own_group(const char *text) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/cgroup", APP);
  fake_put(&tree, path, text);
  fake_put(&tree, "/proc/self/cgroup", text);
}

/* Version 2, with the program in /user.slice/session.scope. `isolated`: the
 * kernel knows remote partitions. */
static inline void make_v2(bool isolated) {
  fake_put(&tree, "/proc/self/mounts",
           "sysfs /sys sysfs rw 0 0\ncgroup2 /sys/fs/cgroup cgroup2 rw 0 0");
  own_group("0::/user.slice/session.scope");
  fake_put(&tree, V2 "/cgroup.controllers", "cpuset cpu memory pids");
  fake_put(&tree, V2 "/cgroup.subtree_control", "cpu memory pids");
  fake_put(&tree, V2 "/cgroup.procs", "2\n15\n16\n200\n201");
  if (isolated)
    fake_put(&tree, V2 "/cpuset.cpus.isolated", "");
  static const char *const groups[] = {"/user.slice",
                                       "/user.slice/session.scope"};
  for (unsigned i = 0; i < 2; i++) {
    char path[96];
    static const char *const files[] = {
        "cgroup.controllers", "cgroup.subtree_control", "cpuset.cpus",
        "cpuset.cpus.exclusive", "cgroup.procs"};
    static const char *const texts[] = {"cpuset cpu memory pids", "cpu", "", "",
                                        ""};
    for (unsigned j = 0; j < 5; j++) {
      snprintf(path, sizeof path, V2 "%s/%s", groups[i], files[j]);
      fake_put(&tree, path, i == 1 && j == 4 ? "100" : texts[j]);
    }
  }
}

/* Version 1: a top, and a group of a container below it. */
static inline void make_v1(const char *folder, const char *prefix,
                           const char *container) {
  char path[200];
  snprintf(path, sizeof path, "cgroup %s cgroup rw,cpuset%s 0 0", folder,
           *prefix ? "" : ",noprefix");
  fake_put(&tree, "/proc/self/mounts", path);
  own_group("3:cpuset:/\n0::/");
  static const char *const names[] = {"cpus", "mems", "sched_load_balance"};
  const char *texts[] = {"0-3", "0", "1"};
  for (unsigned i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s/%s%s", folder, prefix, names[i]);
    fake_put(&tree, path, texts[i]);
    snprintf(path, sizeof path, "%s/box/inner/%s%s", folder, prefix, names[i]);
    fake_put(&tree, path, i == 0 ? container : texts[i]);
    snprintf(path, sizeof path, "%s/box/%s%s", folder, prefix, names[i]);
    fake_put(&tree, path, i == 0 ? container : texts[i]);
  }
  static const char *const lists[] = {"tasks", "cgroup.procs"};
  for (unsigned i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, lists[i]);
    fake_put(&tree, path, "2\n15\n16\n100\n101\n200\n201");
    snprintf(path, sizeof path, "%s/box/%s", folder, lists[i]);
    fake_put(&tree, path, "");
    snprintf(path, sizeof path, "%s/box/inner/%s", folder, lists[i]);
    fake_put(&tree, path, "");
  }
}

static inline void hear(void *context, int detail, const char *text) {
  (void)context;
  char line[1200];
  snprintf(line, sizeof line, "%d %s\n", detail, text);
  if (strlen(said) + strlen(line) < sizeof said)
    strcat(said, line);
}

static inline bool was_said(const char *text) {
  bool found = strstr(said, text) != NULL;
  if (!found)
    fprintf(stderr, "'%s' was not said, but:\n%s", text, said);
  return found;
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds a file's name and its lines, sorted, without empty ones. */
static void add_file(char *all, const char *path) {
  char text[8192], *lines[512], *save = NULL;
  size_t count = 0;
  get_text(path, text, sizeof text);
  for (char *line = strtok_r(text, "\n", &save); line && count < 512;
       line = strtok_r(NULL, "\n", &save))
    lines[count++] = line;
  qsort(lines, count, sizeof *lines, by_text);
  strcat(strcat(all, path), "\n");
  for (size_t i = 0; i < count; i++)
    strcat(strcat(all, lines[i]), "\n");
}

static void add_folder(char *all, const char *folder) {
  struct dirent **names;
  int count = scandir(folder, &names, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    char path[700];
    snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
    if (names[i]->d_type != DT_DIR)
      add_file(all, path);
    else if (names[i]->d_name[0] != '.' && strcmp(path, tree.folder) != 0)
      add_folder(all, path);
    free(names[i]);
  }
  if (count >= 0)
    free(names);
}

/* All files with what they hold, lists of tasks sorted. */
static inline char *contents(void) {
  enum { ROOM = 1 << 18 };
  char *text = calloc(1, ROOM);
  CHECK(text);
  add_folder(text, tree.root);
  CHECK(text[0] && strlen(text) < ROOM / 2);
  return text;
}

/* Whether the machine holds what it held; frees both. */
static inline bool is_as_before(char *before) {
  char *now = contents();
  bool same = strcmp(before, now) == 0;
  if (!same) {
    size_t at = 0;
    while (before[at] == now[at])
      at++;
    at = at > 300 ? at - 300 : 0;
    fprintf(stderr, "was:\n%.600s\nis:\n%.600s\n", before + at, now + at);
  }
  free(before);
  free(now);
  return same;
}

static inline struct hk_reserve_request ask(enum hk_reserve_level level) {
  static const unsigned cpus[] = {2, 3};
  return (struct hk_reserve_request){.level = level,
                                     .flags = HK_RESERVE_PINNED,
                                     .cpus = cpus,
                                     .num_cpus = 2,
                                     .process = APP,
                                     .say = hear};
}

static inline int reserve(const struct hk_reserve_request *request,
                          struct hk_reservation **reservation) {
  return hki_reserve(machine(), tree.folder, request, reservation);
}
