/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/restore/undo.h"

#include <errno.h>
#include <string.h>

enum { BUSY_TRIES = 25, BUSY_PAUSE = 20 /* ms */, MOST_PASSES = 4 };

/* Reading, writing and comparing are the same for files and affinities. */
static int read_value(const struct hki_files *files,
                      const struct hki_change *change, char *value) {
  unsigned long long start = 0;
  if (change->kind != HKI_AFFINITY)
    return hki_files_read(files, change->path, value, HKI_VALUE_ROOM);
  value[0] = 0;
  int error = hki_files_start_time(files, (long)change->tid, &start);
  if (error)
    return error;
  if (start != change->start) /* the number was given to another thread */
    return -ESRCH;
  return hki_files_affinity(files, (int)change->tid, value, HKI_VALUE_ROOM);
}

static int write_value(const struct hki_files *files,
                       const struct hki_change *change) {
  char text[64];
  struct hki_line line = hki_line_in(text, sizeof text);
  const char *value = change->old;
  if (change->kind == HKI_WRITE && change->wanted[0] == '+') {
    hki_line_add(&line, "-");
    hki_line_add(&line, change->wanted + 1);
    value = text;
  }
  int error = 0;
  for (unsigned i = 0; i < BUSY_TRIES; i++) {
    if (change->kind == HKI_AFFINITY)
      error = hki_files_set_affinity(files, (int)change->tid, change->old);
    else
      error = hki_files_write(files, change->path, value);
    if (error != -EBUSY && error != -EAGAIN)
      break;
    files->calls->pause(BUSY_PAUSE);
  }
  return error;
}

/* sysfs says ENODEV where a file is open whose device goes. */
static bool is_gone(int error) {
  return error == -ENOENT || error == -ESRCH || error == -ENODEV ||
         error == -ENXIO;
}

/* Nobody but us has set it to what it holds. Between an announced change and
 * what was read back after it there is no telling: then it counts as ours, as
 * it does where the values in between are not written down. */
static bool is_ours(const struct hki_change *change, const char *value) {
  return change->kind == HKI_NOTE || !change->now ||
         strcmp(value, change->now) == 0 || strcmp(value, change->wanted) == 0;
}

/* Linux has a clock's limits in force some time after they were written: what
 * is read may be older than what was written. */
static bool is_late(const struct hki_change *change) {
  static const char *const ends[] = {"/scaling_min_freq", "/scaling_max_freq"};
  size_t length = strlen(change->path ? change->path : "");
  for (unsigned i = 0; i < 2; i++) {
    size_t tail = strlen(ends[i]);
    if (length >= tail && strcmp(change->path + length - tail, ends[i]) == 0)
      return true;
  }
  return false;
}

/* Whether it reads as it did before; -errno. */
static int look_back(const struct hki_undo *undo,
                     const struct hki_change *change, char *value) {
  unsigned tries = is_late(change) ? BUSY_TRIES : 1;
  for (;;) {
    int error = read_value(undo->files, change, value);
    if (error < 0 || strcmp(value, change->old) == 0)
      return error < 0 ? error : 1;
    if (--tries == 0)
      return 0;
    undo->files->calls->pause(BUSY_PAUSE);
  }
}

static int put_back_value(const struct hki_undo *undo,
                          struct hki_change *change, char *value) {
  int error = read_value(undo->files, change, value);
  if (error >= 0 && strcmp(value, change->old) == 0 &&
      (undo->is_dry || !is_late(change))) {
    change->outcome = HKI_PUT_BACK;
    return 0;
  }
  /* Not in force now, like scaling_setspeed under most governors; perhaps it is
   * when the others are put back. */
  if (error >= 0 && value[0] == '<') {
    change->outcome = HKI_FAILED;
    return -EOPNOTSUPP;
  }
  /* What cannot be read can still be one of ours, and is written; so is what we
   * have tried before. */
  if (error >= 0 && change->outcome != HKI_FAILED && !is_ours(change, value)) {
    change->outcome = HKI_LEFT;
    return 0;
  }
  if (!is_gone(error)) {
    if (undo->is_dry) {
      change->outcome = HKI_PUT_BACK;
      return 0;
    }
    error = write_value(undo->files, change);
  }
  if (!error) {
    error = look_back(undo, change, value);
    change->outcome = error > 0 ? HKI_PUT_BACK : HKI_FAILED;
  }
  if (error < 0)
    change->outcome = is_gone(error) ? HKI_GONE : HKI_FAILED;
  return error < 0 ? error : 0;
}

static int put_back_folder(const struct hki_undo *undo,
                           struct hki_change *change) {
  int error = 0;
  if (!hki_files_exists(undo->files, change->path))
    error = -ENOENT;
  else if (!undo->is_dry)
    error = hki_undo_folder(undo->files, change->path, change->old);
  change->outcome = !error           ? HKI_PUT_BACK
                    : is_gone(error) ? HKI_GONE
                                     : HKI_FAILED;
  return error;
}

/* The group among the changes before this one, made by us and still to be
 * removed or removed since, that the file is in. It goes with it. NULL: none.
 */
static const struct hki_change *own_folder(const struct hki_reader *reader,
                                           const struct hki_undo *undo,
                                           unsigned change) {
  const char *path = reader->changes[change].path;
  for (unsigned i = change; path && i-- > undo->from;) {
    const struct hki_change *folder = &reader->changes[i];
    size_t length = folder->kind == HKI_FOLDER ? strlen(folder->path) : 0;
    if (length > 0 && strncmp(folder->path, path, length) == 0 &&
        path[length] == '/')
      return folder;
  }
  return NULL;
}

static int put_back(const struct hki_undo *undo, struct hki_change *change,
                    char *value) {
  value[0] = 0;
  if (change->kind == HKI_FOLDER)
    return put_back_folder(undo, change);
  if (change->kind != HKI_CLAIM && change->kind != HKI_CLOCK_CLAIM)
    return put_back_value(undo, change, value);
  change->outcome = HKI_PUT_BACK; /* a claim goes with its journal */
  return 0;
}

static void tell(const struct hki_undo *undo, const struct hki_change *change,
                 int error, const char *found) {
  struct hki_undone undone = {change, error, found};
  if (undo->heard)
    undo->heard(undo->context, &undone);
}

/* Files of a group that is to be removed are left to that, but for the last
 * resort. Returns whether nothing more is to be done. */
static bool goes_with_folder(const struct hki_undo *undo,
                             struct hki_reader *reader, unsigned change,
                             unsigned pass) {
  const struct hki_change *folder = own_folder(reader, undo, change);
  if (!folder || reader->changes[change].kind == HKI_FOLDER)
    return false;
  if (folder->outcome == HKI_PUT_BACK || folder->outcome == HKI_GONE)
    reader->changes[change].outcome = HKI_PUT_BACK;
  return pass == 0 || reader->changes[change].outcome == HKI_PUT_BACK;
}

/* Goes through all that is still to be put back. What is put back is told, what
 * fails only in the `isLast` pass. Returns how many are left. */
static unsigned pass_over(const struct hki_undo *undo,
                          struct hki_reader *reader, unsigned pass,
                          bool isLast) {
  char value[HKI_VALUE_ROOM];
  unsigned left = 0;
  for (unsigned i = reader->count; i-- > undo->from;) {
    struct hki_change *change = &reader->changes[i];
    if (change->outcome != HKI_PENDING && change->outcome != HKI_FAILED)
      continue;
    if (goes_with_folder(undo, reader, i, pass)) {
      left += change->outcome == HKI_PENDING;
      continue;
    }
    int error = put_back(undo, change, value);
    if (isLast && error == -EOPNOTSUPP) /* what brings it in force is left */
      change->outcome = HKI_LEFT;
    bool isFailed = change->outcome == HKI_FAILED;
    left += isFailed;
    if (!isFailed || isLast)
      tell(undo, change, error, value);
  }
  return left;
}

int hki_undo(const struct hki_undo *undo, struct hki_reader *reader) {
  unsigned left = pass_over(undo, reader, 0, false), before = left + 1;
  for (unsigned pass = 1; left > 0 && pass < MOST_PASSES; pass++) {
    /* The second pass is for what was left to a folder. */
    bool isLast = pass > 1 && (left >= before || pass == MOST_PASSES - 1);
    before = left;
    left = pass_over(undo, reader, pass, isLast);
    if (isLast)
      break;
  }
  return left > 0 ? -EIO : 0;
}
