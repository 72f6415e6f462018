/* SPDX-License-Identifier: Apache-2.0
 *
 * Putting changes back, the last one first. Each is looked at before it is
 * touched: what holds its old value already is done, and what holds neither
 * that nor what we wrote was changed by somebody else, who keeps it. So it can
 * be broken off at any point and begun again.
 *
 * What is refused is tried again after the others, as files depend on one
 * another (a processor that is offline, scaling_min_freq above
 * scaling_max_freq).
 *
 * May run between fork and exec: the watchdog does so.
 */
#pragma once

#include "machine/files/line.h"
#include "machine/restore/reader.h"

/* What became of one change. */
struct hki_undone {
  const struct hki_change *change;
  int error;         /* with HKI_FAILED; 0: it reads back as something else */
  const char *found; /* what it held; "" if that is not known */
};

struct hki_undo {
  const struct hki_files *files;
  unsigned from; /* changes with greater numbers are put back; 0: all */
  bool is_dry;   /* nothing is written, outcomes are what is to be expected */
  /* Hears of each change once; may be NULL. */
  void (*heard)(void *context, const struct hki_undone *undone);
  /* Of hki_restore_file: all has been heard, the journal is still there. May be
   * NULL. */
  void (*is_over)(void *context);
  void *context;
};

/* Sets the outcome of each change. 0, or -EIO if some have failed. */
int hki_undo(const struct hki_undo *undo, struct hki_reader *reader);

/* "/sys/...: left at 'x', which something else has set", for people. */
void hki_undo_explain(const struct hki_undone *undone, struct hki_line *line);

/* Removes a control group: its tasks go to the group `home`, or, with "" and if
 * that is gone, to the one above it. -EBUSY if there are
 * groups below it or tasks that cannot be moved. */
int hki_undo_folder(const struct hki_files *files, const char *path,
                    const char *home);
