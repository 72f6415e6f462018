/* SPDX-License-Identifier: Apache-2.0
 *
 * Of undo.h: control groups, version 1 and 2. A group can be removed when it is
 * empty, and tasks that fork while they are moved leave children behind: so
 * reading, moving and removing are repeated.
 */
#include "machine/restore/undo.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

enum { TRIES = 25, PAUSE = 10 /* ms */, TASKS_AT_ONCE = 512 };

static int join(char *path, const char *folder, size_t length,
                const char *name) {
  struct hki_line line = hki_line_in(path, HKI_PATH_ROOM);
  hki_line_add_bytes(&line, folder, length);
  hki_line_add(&line, name);
  return line.is_cut ? -ENAMETOOLONG : 0;
}

/* Writes each number that `text` has a whole line of to `to`. Returns how many
 * bytes that was; -errno if the last one that failed has not just ended. */
static long move_lines(const struct hki_files *files, char *text,
                       const char *to, int *error) {
  char *at = text;
  for (char *end; (end = strchr(at, '\n')); at = end + 1) {
    *end = 0;
    int result = *at ? hki_files_write(files, to, at) : 0;
    if (result && result != -ESRCH)
      *error = result;
  }
  return at - text;
}

/* Moves the tasks that `from` lists; one that refuses does not keep the others.
 */
static int move_tasks(const struct hki_files *files, const char *from,
                      const char *to) {
  int file = hki_files_open(files, from, O_RDONLY);
  if (file < 0)
    return file;
  char text[16 * TASKS_AT_ONCE];
  size_t kept = 0;
  int error = 0;
  for (;;) {
    long more = files->calls->read(file, text + kept, sizeof text - 1 - kept);
    if (more < 0)
      error = (int)more;
    if (more <= 0)
      break;
    kept += (size_t)more;
    text[kept] = 0;
    size_t done = (size_t)move_lines(files, text, to, &error);
    if (done == 0 && kept == sizeof text - 1)
      break; /* no list of numbers */
    kept -= done;
    memmove(text, text + done, kept);
  }
  files->calls->close(file);
  return error;
}

/* All tasks of the group `path` to the group `home`, `length` bytes. */
static int empty_group(const struct hki_files *files, const char *path,
                       const char *home, size_t length) {
  static const char *const lists[] = {"/tasks", "/cgroup.procs",
                                      "/cgroup.threads"};
  int error = -ENOENT;
  for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++) {
    char from[HKI_PATH_ROOM], to[HKI_PATH_ROOM];
    error = join(from, path, strlen(path), lists[i]);
    if (!error)
      error = join(to, home, length, lists[i]);
    if (!error)
      error = move_tasks(files, from, to);
    /* Version 1 has `tasks`; `cgroup.procs` of a threaded group of version 2
     * cannot be read. */
    if (error != -ENOENT && error != -EOPNOTSUPP)
      return error;
  }
  return error;
}

int hki_undo_folder(const struct hki_files *files, const char *path,
                    const char *home) {
  size_t above = (size_t)(strrchr(path, '/') - path);
  int error = -EBUSY;
  for (unsigned i = 0; i < TRIES; i++) {
    if (home[0])
      empty_group(files, path, home, strlen(home));
    int moved = empty_group(files, path, path, above);
    error = hki_files_remove_folder(files, path);
    if (error != -EBUSY && error != -ENOTEMPTY)
      return error;
    if (moved && moved != -ENOENT && i > 2)
      return moved;
    files->calls->pause(PAUSE);
  }
  return error;
}
