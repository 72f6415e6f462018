/* SPDX-License-Identifier: Apache-2.0
 *
 * Journals of programs that have ended: one, or all of a folder.
 */
#pragma once

#include "machine/restore/undo.h"

/* Puts back what the journal at `path` tells of and removes it; with
 * `undo->is_dry` does neither. For journals of dead programs and of the calling
 * one's parent: the caller has made sure. Waits for whoever is at it already.
 * 0; -ENOENT: somebody else has done it; -EXDEV: it is about another root than
 * `undo->files`; -EIO: something has failed, and the journal stays; as
 * hki_reader_open. Needs no allocation. */
int hki_restore_file(const struct hki_undo *undo, const char *path);

/* A journal in the folder. */
struct hki_restore_found {
  const char *path;
  int error; /* of reading it; then of the rest only reader->line is known */
  enum hki_owner_state state;
  const struct hki_reader *reader;
};

/* Calls `each` with all journals of `folder`, those of programs that started
 * last first, until it returns something else than 0, which is then the result.
 * It may remove them. `skipped`: the process whose journals are left out, may
 * be NULL. */
int hki_restore_each(const char *folder, const struct hki_owner *skipped,
                     int (*each)(void *context,
                                 const struct hki_restore_found *found),
                     void *context);
