/* SPDX-License-Identifier: Apache-2.0
 *
 * A folder in the place of `/`, for tests of what libhocket does to a machine;
 * with a table of calls that can be told to fail. Control groups are plain
 * folders here: removing one removes the files in it, as the kernel does, and
 * tasks move by the `tasks` file of the parent getting their numbers.
 */
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* include this first */
#endif

#include "check.h"
#include "machine/files/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

struct fake_tree {
  char root[256];   /* the place of `/` */
  char folder[300]; /* for journals, outside of the root */
  struct hki_files files;
};

/* One fault: the calls of this kind on paths that end like this, from the
 * `after`th one on, `times` of them (0: all), give `error`. One slot a test: it
 * has no more than one file that is in trouble at a time. */
enum fake_call { FAKE_OPEN, FAKE_WRITE, FAKE_READ, FAKE_REMOVE, FAKE_AFFINITY };
struct fake_fault {
  enum fake_call call;
  const char *path; /* NULL: none */
  int error;        /* negative; 0 with FAKE_WRITE: one byte is taken */
  unsigned after, times;
  void (*then)(void); /* called when it strikes: a race */
};

static struct fake_fault fake_fault;
static unsigned fake_paused;
static char fake_names[256][128]; /* the ends of the open files' paths */
static bool fake_replaced[256];   /* opened to be replaced */

/* What the kernel does when a file has been written; `path` is its end. */
static void (*fake_kernel)(const char *path, const char *text);

static inline bool fake_ends(const char *path, const char *end) {
  size_t length = strlen(path), endLength = strlen(end);
  return length >= endLength && strcmp(path + length - endLength, end) == 0;
}

static inline bool fake_strikes(enum fake_call call, const char *path) {
  struct fake_fault *fault = &fake_fault;
  if (!fault->path || fault->call != call)
    return false;
  if (!fake_ends(path, fault->path))
    return false;
  if (fault->after > 0) {
    fault->after--;
    return false;
  }
  if (fault->times > 0 && --fault->times == 0)
    fault->path = NULL;
  if (fault->then)
    fault->then();
  return true;
}

static int fake_open(int folder, const char *path, int flags, unsigned mode) {
  if (!(flags & O_PATH) && fake_strikes(FAKE_OPEN, path) && fake_fault.error)
    return fake_fault.error;
  /* A file of the kernel keeps its value until it takes another. */
  int file = hki_system_calls.open(folder, path, flags & ~O_TRUNC, mode);
  if (file >= 0 && file < 256) {
    fake_replaced[file] = flags & O_TRUNC;
    size_t length = strlen(path);
    snprintf(fake_names[file], sizeof fake_names[file], "%s",
             length > 100 ? path + length - 100 : path);
  }
  return file;
}

static long fake_write(int file, const void *bytes, size_t length) {
  int error = fake_fault.error;
  if (fake_strikes(FAKE_WRITE, fake_names[file])) {
    if (error)
      return error;
    length = 1;
  }
  /* Never empty in between, where the program may be killed. */
  long written = hki_system_calls.write(file, bytes, length);
  if (fake_replaced[file] && written > 0 && ftruncate(file, written) != 0)
    return -errno;
  if (fake_kernel && written == (long)length) {
    char text[256];
    snprintf(text, sizeof text, "%.*s", (int)length, (const char *)bytes);
    fake_kernel(fake_names[file], text);
  }
  return written;
}

static long fake_read(int file, void *bytes, size_t room) {
  int error = fake_fault.error;
  if (fake_strikes(FAKE_READ, fake_names[file]) && error)
    return error;
  return hki_system_calls.read(file, bytes, room);
}

static int fake_remove_folder(const char *path) {
  int error = fake_fault.error;
  if (fake_strikes(FAKE_REMOVE, path) && error)
    return error;
  DIR *names = opendir(path);
  if (!names)
    return -errno;
  for (struct dirent *entry; (entry = readdir(names));)
    unlinkat(dirfd(names), entry->d_name, 0);
  closedir(names);
  return hki_system_calls.remove_folder(path);
}

static void fake_pause(unsigned milliseconds) { fake_paused += milliseconds; }

/* Threads are those of the tree: setting an affinity writes its status. */
static char fake_root[256];
static int fake_set_affinity(int tid, const unsigned long *mask, size_t bytes) {
  int error = fake_fault.error;
  char name[32], path[400], text[512];
  snprintf(name, sizeof name, "/proc/%d", tid);
  if (fake_strikes(FAKE_AFFINITY, name) && error)
    return error;
  unsigned cpus[64], count = 0;
  for (unsigned cpu = 0; cpu < 64 && cpu < 8 * bytes; cpu++)
    if (mask[0] >> cpu & 1)
      cpus[count++] = cpu;
  CHECK(hki_files_print_cpus(cpus, count, text, sizeof text) >= 0);
  snprintf(path, sizeof path, "%s%s/status", fake_root, name);
  FILE *status = fopen(path, "r+");
  if (!status)
    return -ESRCH;
  CHECK(ftruncate(fileno(status), 0) == 0);
  fprintf(status, "Name:\tx\nCpus_allowed_list:\t%s\nMems_allowed:\t1\n", text);
  fclose(status);
  return 0;
}

static struct hki_file_calls fake_calls;

static inline void fake_path(const struct fake_tree *tree, const char *path,
                             char *whole, size_t room) {
  CHECK((size_t)snprintf(whole, room, "%s%s", tree->root, path) < room);
}

/* Makes the file, and the folders that it is in. */
static inline void fake_put(const struct fake_tree *tree, const char *path,
                            const char *text) {
  char whole[600];
  fake_path(tree, path, whole, sizeof whole);
  for (char *at = whole + strlen(tree->root) + 1; (at = strchr(at, '/'));
       at++) {
    *at = 0;
    CHECK(mkdir(whole, 0755) == 0 || errno == EEXIST);
    *at = '/';
  }
  FILE *file = fopen(whole, "w");
  CHECK(file && fprintf(file, "%s\n", text) >= 0 && fclose(file) == 0);
}

static inline void fake_take(const struct fake_tree *tree, const char *path) {
  char whole[600];
  fake_path(tree, path, whole, sizeof whole);
  CHECK(remove(whole) == 0);
}

/* A thread: when it began, where it may run. */
static inline void fake_thread(const struct fake_tree *tree, int tid,
                               unsigned long long start, const char *cpus) {
  char path[64], text[256];
  snprintf(path, sizeof path, "/proc/%d/stat", tid);
  snprintf(text, sizeof text,
           "%d (a) b) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 %llu 0 0", tid,
           start);
  fake_put(tree, path, text);
  snprintf(path, sizeof path, "/proc/%d/status", tid);
  snprintf(text, sizeof text,
           "Name:\tx\nCpus_allowed_list:\t%s\nMems_allowed:\t1", cpus);
  fake_put(tree, path, text);
}

static inline bool fake_is(const struct fake_tree *tree, const char *path,
                           const char *text) {
  char now[HKI_VALUE_ROOM];
  const struct hki_files plain = {tree->root, &hki_system_calls};
  bool isSame =
      hki_files_read(&plain, path, now, sizeof now) >= 0 && !strcmp(now, text);
  if (!isSame)
    fprintf(stderr, "%s holds '%s', not '%s'\n", path, now, text);
  return isSame;
}

/* How many journals there are. */
static inline unsigned fake_journals(const struct fake_tree *tree) {
  unsigned count = 0;
  DIR *names = opendir(tree->folder);
  for (struct dirent *entry; names && (entry = readdir(names));)
    count += strstr(entry->d_name, ".journal") != NULL;
  if (names)
    closedir(names);
  return count;
}

/* Whether the process waits for a lock on a file; false also where locks cannot
 * be seen. */
static inline bool fake_waits_for_lock(pid_t process) {
  char line[256], wanted[64];
  bool isFound = false;
  snprintf(wanted, sizeof wanted, "WRITE %d ", process);
  FILE *locks = fopen("/proc/locks", "r");
  while (locks && fgets(line, sizeof line, locks))
    isFound = isFound || (strstr(line, "->") && strstr(line, wanted));
  if (locks)
    fclose(locks);
  return isFound;
}

static inline struct fake_tree fake_tree(void) {
  struct fake_tree tree;
  /* In memory, where there is that: files are replaced thousands of times. */
  const char *temporary = getenv("TMPDIR");
  bool hasMemory = access("/dev/shm", W_OK) == 0;
  snprintf(tree.root, sizeof tree.root, "%s/hocket-test-XXXXXX",
           hasMemory   ? "/dev/shm"
           : temporary ? temporary
                       : "/tmp");
  CHECK(mkdtemp(tree.root) != NULL);
  snprintf(tree.folder, sizeof tree.folder, "%s/journals", tree.root);
  snprintf(fake_root, sizeof fake_root, "%s", tree.root);
  fake_calls = hki_system_calls;
  fake_calls.open = fake_open;
  fake_calls.read = fake_read;
  fake_calls.write = fake_write;
  fake_calls.remove_folder = fake_remove_folder;
  fake_calls.set_affinity = fake_set_affinity;
  fake_calls.pause = fake_pause;
  return tree;
}

/* `tree` has to stay where it is. */
static inline const struct hki_files *fake_files(struct fake_tree *tree) {
  tree->files = (struct hki_files){tree->root, &fake_calls};
  return &tree->files;
}

static inline void fake_remove(const struct fake_tree *tree) {
  char command[400];
  snprintf(command, sizeof command, "rm -rf '%s'", tree->root);
  CHECK(system(command) == 0);
}
