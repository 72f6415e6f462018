/* SPDX-License-Identifier: Apache-2.0
 *
 * Looking at the machine for a plan: control group hierarchies and tasks, from
 * /proc alone, so that a test can put a folder in its place.
 */
#pragma once

#include "machine/files/files.h"
#include "reserve/look/cpus.h"

/* Bytes of the longest path, with the final 0. */
enum { HKI_RESERVE_PATH = 512 };

/* Where a control group hierarchy is, and where in it a process is. */
struct hki_hierarchy {
  char mount[HKI_RESERVE_PATH]; /* "/sys/fs/cgroup" */
  char own[HKI_RESERVE_PATH];   /* "/user.slice/...", "/" at its top */
  const char *prefix; /* of v1's files: "cpuset.", or "" with noprefix */
};

/* The cgroup v2 hierarchy, and v1's that has cpusets. Return 0, -ENOENT if
 * there is none, or an error of /proc. Process 0 is the caller. */
int hki_find_cgroup2(const struct hki_files *files, int process,
                     struct hki_hierarchy *found);
int hki_find_cpuset1(const struct hki_files *files, int process,
                     struct hki_hierarchy *found);

/* A whole file that may be long, with its end cut off; free it. NULL: `*error`
 * is set. */
char *hki_read_whole(const struct hki_files *files, const char *path,
                     int *error);
/* A set of processors from a file. */
int hki_read_list(const struct hki_files *files, const char *path,
                  struct hki_cpus *set);
/* Whether `word` is one of the words in `text`. */
bool hki_has_word(const char *text, const char *word);
/* Joins a folder and a name; false if that is too long. */
bool hki_path(char *path, const char *folder, const char *name);

enum { HKI_KTHREAD = 1, HKI_FIXED_AFFINITY = 2 };

struct hki_task {
  int process, thread;
  unsigned kind; /* HKI_KTHREAD, HKI_FIXED_AFFINITY */
  int policy;    /* of the scheduler; 0: SCHED_OTHER */
  char name[32];
  struct hki_cpus allowed;
};

/* One thread of a process; false if it is gone or cannot be understood. */
bool hki_read_task(const struct hki_files *files, int process, int thread,
                   struct hki_task *task);

/* Whether this process has a capability, by its number. */
bool hki_is_capable(const struct hki_files *files, unsigned capability);
enum { HKI_CAP_SYS_NICE = 23 };

/* Calls `each` with the threads of all processes, or of one. Threads that end
 * meanwhile are left out. Stops at the first result that is not 0. */
int hki_each_task(const struct hki_files *files,
                  int (*each)(void *context, const struct hki_task *task),
                  void *context);
int hki_each_thread(const struct hki_files *files, int process,
                    int (*each)(void *context, const struct hki_task *task),
                    void *context);
