/* SPDX-License-Identifier: Apache-2.0
 *
 * Reading /proc: cgroup mounts (proc(5), cgroups(7)), tasks and their masks.
 */
#include "reserve/look/look.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *hki_read_whole(const struct hki_files *files, const char *path,
                     int *error) {
  for (size_t room = 4096; room <= (size_t)64 << 20; room *= 4) {
    char *text = malloc(room);
    if (!text)
      break;
    int length = hki_files_read(files, path, text, room);
    if (length >= 0)
      return text;
    free(text);
    if (length < 0 && length != -EFBIG) {
      *error = length;
      return NULL;
    }
  }
  *error = -ENOMEM;
  return NULL;
}

int hki_read_list(const struct hki_files *files, const char *path,
                  struct hki_cpus *set) {
  char text[HKI_CPUS_TEXT];
  int length = hki_files_read(files, path, text, sizeof text);
  return length < 0 ? length : hki_cpus_parse_list(set, text);
}

bool hki_has_word(const char *text, const char *word) {
  size_t length = strlen(word);
  for (const char *c = text; *c;) {
    size_t next = strcspn(c, " ,\t\n");
    if (next == length && memcmp(c, word, length) == 0)
      return true;
    c += next;
    c += strspn(c, " ,\t\n");
  }
  return false;
}

bool hki_path(char *path, const char *folder, const char *name) {
  if (strcmp(folder, "/") == 0)
    folder = "";
  const char *slash = name[0] == '/' || name[0] == '\0' ? "" : "/";
  if (strcmp(name, "/") == 0)
    name = "";
  int length = snprintf(path, HKI_RESERVE_PATH, "%s%s%s", folder, slash, name);
  return length > 0 && length < HKI_RESERVE_PATH;
}

/* The mount point, in a line "device folder type options ...", of the first
 * file system of `type` with `option` (NULL: any). Characters that the kernel
 * writes as \ooo do not occur in paths of this kind: such lines are left out.
 */
static bool find_mount(const char *mounts, const char *type, const char *option,
                       char *folder) {
  for (const char *line = mounts; *line;) {
    size_t length = strcspn(line, "\n");
    char text[2048], at[HKI_RESERVE_PATH], kind[64], options[1024];
    if (length < sizeof text) {
      memcpy(text, line, length);
      text[length] = '\0';
      if (sscanf(text, "%*s %511s %63s %1023s", at, kind, options) == 3 &&
          strcmp(kind, type) == 0 && !strchr(at, '\\') &&
          (!option || hki_has_word(options, option))) {
        strcpy(folder, at);
        return true;
      }
    }
    line += length + (line[length] == '\n');
  }
  return false;
}

/* The path in a line "number:controllers:path" with that controller, "" for
 * version 2. */
static bool find_own(const char *groups, const char *controller, char *own) {
  for (const char *line = groups; *line;) {
    size_t length = strcspn(line, "\n");
    const char *first = memchr(line, ':', length);
    const char *second =
        first ? memchr(first + 1, ':', length - (size_t)(first + 1 - line))
              : NULL;
    char names[256];
    if (second && (size_t)(second - first) <= sizeof names) {
      size_t size = (size_t)(second - first) - 1;
      memcpy(names, first + 1, size);
      names[size] = '\0';
      size_t path = length - (size_t)(second + 1 - line);
      bool same = *controller ? hki_has_word(names, controller) : !*names;
      if (same && path > 0 && path < HKI_RESERVE_PATH) {
        memcpy(own, second + 1, path);
        own[path] = '\0';
        return true;
      }
    }
    line += length + (line[length] == '\n');
  }
  return false;
}

/* For find_*: `type` "cgroup2" and controller "", or "cgroup" and "cpuset". */
static int find_hierarchy(const struct hki_files *files, int process,
                          const char *type, struct hki_hierarchy *found) {
  const char *controller = strcmp(type, "cgroup") == 0 ? "cpuset" : "";
  int error = 0;
  *found = (struct hki_hierarchy){.prefix = "cpuset."};
  char *mounts = hki_read_whole(files, "/proc/self/mounts", &error);
  if (!mounts)
    return error;
  bool mounted =
      find_mount(mounts, type, *controller ? controller : NULL, found->mount);
  free(mounts);
  if (!mounted)
    return -ENOENT;
  char path[64] = "/proc/self/cgroup";
  if (process)
    snprintf(path, sizeof path, "/proc/%d/cgroup", process);
  char *groups = hki_read_whole(files, path, &error);
  if (!groups)
    return error;
  bool inside = find_own(groups, controller, found->own);
  free(groups);
  return inside ? 0 : -ENOENT;
}

int hki_find_cgroup2(const struct hki_files *files, int process,
                     struct hki_hierarchy *found) {
  char path[HKI_RESERVE_PATH], controllers[1024];
  int error = find_hierarchy(files, process, "cgroup2", found);
  if (error)
    return error;
  if (!hki_path(path, found->mount, "cgroup.controllers"))
    return -ENAMETOOLONG;
  int length = hki_files_read(files, path, controllers, sizeof controllers);
  if (length < 0)
    return length;
  return hki_has_word(controllers, "cpuset") ? 0 : -ENOENT;
}

int hki_find_cpuset1(const struct hki_files *files, int process,
                     struct hki_hierarchy *found) {
  char path[HKI_RESERVE_PATH];
  int error = find_hierarchy(files, process, "cgroup", found);
  if (error)
    return error;
  if (!hki_path(path, found->mount, "cpuset.cpus"))
    return -ENAMETOOLONG;
  if (!hki_files_exists(files, path))
    found->prefix = "";
  return 0;
}

/* From <linux/sched.h> of the kernel; shown as field 9 of /proc/PID/stat. */
enum { PF_KTHREAD = 0x00200000, PF_NO_SETAFFINITY = 0x04000000 };

/* Fields 2, 9 and 41 of /proc/PID/stat: name, flags, policy. The name may hold
 * anything, so what follows is counted from its last parenthesis. */
static bool parse_stat(const char *text, struct hki_task *task) {
  const char *open = strchr(text, '('), *close = strrchr(text, ')');
  if (!open || !close || close < open)
    return false;
  snprintf(task->name, sizeof task->name, "%.*s", (int)(close - open - 1),
           open + 1);
  unsigned long flags = 0;
  const char *c = close + 1;
  for (int field = 3; field <= 41; field++) {
    c += strspn(c, " ");
    if (!*c)
      return false;
    if (field == 9)
      flags = strtoul(c, NULL, 10);
    if (field == 41)
      task->policy = atoi(c);
    c += strcspn(c, " ");
  }
  task->kind = flags & PF_KTHREAD ? HKI_KTHREAD : 0;
  if (flags & PF_NO_SETAFFINITY)
    task->kind |= HKI_FIXED_AFFINITY;
  return true;
}

bool hki_read_task(const struct hki_files *files, int process, int thread,
                   struct hki_task *task) {
  char path[96], text[1024];
  *task = (struct hki_task){.process = process, .thread = thread};
  snprintf(path, sizeof path, "/proc/%d/task/%d/stat", process, thread);
  if (hki_files_read(files, path, text, sizeof text) < 0 ||
      !parse_stat(text, task))
    return false;
  char list[HKI_CPUS_TEXT];
  return hki_files_affinity(files, thread, list, sizeof list) >= 0 &&
         hki_cpus_parse_list(&task->allowed, list) == 0;
}

bool hki_is_capable(const struct hki_files *files, unsigned capability) {
  int error = 0;
  char *status = hki_read_whole(files, "/proc/self/status", &error);
  const char *line = status ? strstr(status, "\nCapEff:") : NULL;
  unsigned long long set =
      line ? strtoull(line + strlen("\nCapEff:"), NULL, 16) : 0;
  free(status);
  return set >> capability & 1;
}

struct visit {
  const struct hki_files *files;
  int (*each)(void *context, const struct hki_task *task);
  void *context;
  int process;
};

static int number_of(const char *name) {
  char *end;
  long number = strtol(name, &end, 10);
  return *end || number <= 0 || number > 0x7fffffff ? 0 : (int)number;
}

static int visit_thread(void *context, const char *name) {
  struct visit *visit = context;
  struct hki_task task;
  int thread = number_of(name);
  if (!thread || !hki_read_task(visit->files, visit->process, thread, &task))
    return 0;
  return visit->each(visit->context, &task);
}

int hki_each_thread(const struct hki_files *files, int process,
                    int (*each)(void *context, const struct hki_task *task),
                    void *context) {
  struct visit visit = {files, each, context, process};
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  int result = hki_files_list(files, path, visit_thread, &visit);
  return result == -ENOENT || result == -ESRCH ? 0 : result;
}

static int visit_process(void *context, const char *name) {
  struct visit *visit = context;
  int process = number_of(name);
  return process ? hki_each_thread(visit->files, process, visit->each,
                                   visit->context)
                 : 0;
}

int hki_each_task(const struct hki_files *files,
                  int (*each)(void *context, const struct hki_task *task),
                  void *context) {
  struct visit visit = {files, each, context, 0};
  return hki_files_list(files, "/proc", visit_process, &visit);
}
