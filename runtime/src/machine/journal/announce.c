/* SPDX-License-Identifier: Apache-2.0 */
#include "machine/journal/announce.h"

#include "machine/journal/peers.h"

#include <errno.h>
#include <string.h>

/* The value of a file that the kernel does not support now. */
static bool is_unsupported(const char *value) { return value[0] == '<'; }

/* The value of a file that is to be changed for the first time, announced.
 * `value` NULL: for a note. 1: it holds `value` already. */
static int announce_first(struct hki_journal *journal, const char *path,
                          const char *value) {
  char *old = journal->old;
  enum hki_kind kind = value ? HKI_WRITE : HKI_NOTE;
  int error = hki_peers_enter(journal, kind, path);
  if (error)
    return error;
  error = hki_files_read(&journal->files, path, old, HKI_VALUE_ROOM);
  if (error >= 0 && value && strcmp(old, value) == 0) {
    error = 1;
  } else if (error >= 0 && is_unsupported(old)) {
    error = -EOPNOTSUPP;
  } else if (error >= 0) {
    struct hki_record record = {.kind = kind, .field = {path, old, value}};
    error = hki_writer_add(journal, &record, path);
  }
  hki_peers_leave(journal);
  return error;
}

int hki_announce_write(struct hki_journal *journal, const char *path,
                       const char *value) {
  return announce_first(journal, path, value);
}

int hki_announce_again(struct hki_journal *journal, unsigned number,
                       const char *value) {
  struct hki_record record = {HKI_AGAIN, number, {value}};
  return hki_writer_append(journal, &record);
}

int hki_announce_note(struct hki_journal *journal, const char *path) {
  if (!hki_reader_may_name(path))
    return -EINVAL;
  if (hki_writer_find(journal, HKI_NOTE, path))
    return 0;
  return announce_first(journal, path, NULL);
}
