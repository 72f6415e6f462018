/* SPDX-License-Identifier: Apache-2.0
 *
 * A journal read from disk: by the program itself before it undoes, by its
 * watchdog, and by `hocket restore`. Only files that this user wrote, that
 * nobody else may write, and whose lines are all whole are read; the end of the
 * last line may be missing, as what it announced was then never done.
 *
 * Allocates by mmap(2) alone, for the watchdog's sake.
 */
#pragma once

#include "machine/files/files.h"
#include "machine/format/owner.h"
#include "machine/format/record.h"

#include <stdbool.h>

/* How putting a change back ended. */
enum hki_outcome {
  HKI_PENDING,
  HKI_PUT_BACK, /* holds what it held before the change */
  HKI_LEFT,     /* something else has changed it since: left alone */
  HKI_GONE,     /* the file, folder or thread is no longer there */
  HKI_FAILED,   /* the system refused */
};

/* One change of the machine. Fields that its kind does not have are NULL. */
struct hki_change {
  enum hki_kind kind;
  unsigned number; /* from 1 on */
  const char *path;
  const char *old;
  const char *wanted; /* what was written last, or about to be */
  const char *now;    /* what was read back after that; NULL: not known */
  unsigned long long tid, start;
  enum hki_outcome outcome;
};

struct hki_reader {
  int file; /* open and locked as long as this is */
  struct hki_owner owner;
  const char *root;
  struct hki_change *changes;
  unsigned count;
  unsigned line; /* lines read; after -EBADMSG the one that is wrong */
  bool is_torn;  /* the last line was not finished */
  void *text;
  size_t text_bytes, changes_bytes;
};

/* Whether a journal may name this path: below /sys, /proc, /dev/cpuset or
 * /cgroup, or a register (registers.h). */
bool hki_reader_may_name(const char *path);

/* Reads the journal at `path`. With `wants_lock` it waits until nobody else
 * undoes it. 0; -ENOENT: it is not there (any more); -EPERM: another user could
 * have written it; -EBADMSG: damaged, or no journal; other -errno. */
int hki_reader_open(struct hki_reader *reader, const char *path,
                    bool wants_lock);

void hki_reader_close(struct hki_reader *reader);
