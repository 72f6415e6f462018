/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/undo.h"

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
  int error = 0;
  for (unsigned i = 0; i < BUSY_TRIES; i++) {
    if (change->kind == HKI_AFFINITY)
      error = hki_files_set_affinity(files, (int)change->tid, change->old);
    else
      error = hki_files_write(files, change->path, change->old);
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

static int put_back_value(const struct hki_undo *undo,
                          struct hki_change *change, char *value) {
  int error = read_value(undo->files, change, value);
  if (error >= 0 && strcmp(value, change->old) == 0) {
    change->outcome = HKI_PUT_BACK;
    return 0;
  }
  /* What cannot be read can still be one of ours, and is written. */
  if (error >= 0 && !is_ours(change, value)) {
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
    error = read_value(undo->files, change, value);
    bool isSame = error >= 0 && strcmp(value, change->old) == 0;
    change->outcome = isSame ? HKI_PUT_BACK : HKI_FAILED;
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
    error = hki_undo_folder(undo->files, change->path);
  change->outcome = !error           ? HKI_PUT_BACK
                    : is_gone(error) ? HKI_GONE
                                     : HKI_FAILED;
  return error;
}

static int put_back(const struct hki_undo *undo, struct hki_change *change,
                    char *value) {
  value[0] = 0;
  if (change->kind == HKI_FOLDER)
    return put_back_folder(undo, change);
  if (change->kind != HKI_CLAIM)
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

int hki_undo(const struct hki_undo *undo, struct hki_saved *saved) {
  char value[HKI_VALUE_ROOM];
  unsigned failed = 0;
  for (unsigned pass = 0; pass < MOST_PASSES; pass++) {
    unsigned failedBefore = failed;
    failed = 0;
    for (unsigned i = saved->count; i-- > undo->from;) {
      struct hki_change *change = &saved->changes[i];
      bool wasFailed = change->outcome == HKI_FAILED;
      if (change->outcome != HKI_PENDING && !wasFailed)
        continue;
      int error = put_back(undo, change, value);
      bool isFailed = change->outcome == HKI_FAILED;
      failed += isFailed;
      /* Failures are told in the pass that turns out to be the last. */
      if (!isFailed)
        tell(undo, change, error, value);
    }
    if (failed == 0 || (pass > 0 && failed == failedBefore))
      break;
  }
  for (unsigned i = saved->count; failed && i-- > undo->from;)
    if (saved->changes[i].outcome == HKI_FAILED) {
      int error = put_back(undo, &saved->changes[i], value);
      tell(undo, &saved->changes[i], error, value);
      failed -= saved->changes[i].outcome != HKI_FAILED;
    }
  return failed ? -EIO : 0;
}
