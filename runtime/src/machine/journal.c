/* SPDX-License-Identifier: Apache-2.0
 *
 * The journal's changes: announce, do, read back, note down. See journal.h, and
 * book.h for the file.
 */
#include "machine/journal.h"

#include "machine/book.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The value of a file that the kernel does not support now. */
static bool is_unsupported(const char *value) { return value[0] == '<'; }

/* The change of `path` that is in force, NULL if there is none. */
static struct hki_entry *find(struct hki_journal *journal, enum hki_kind kind,
                              const char *path) {
  for (unsigned i = journal->count; i-- > 0;) {
    struct hki_entry *entry = &journal->entries[i];
    if (!entry->is_undone && entry->kind == kind &&
        strcmp(entry->path, path) == 0)
      return entry;
  }
  return NULL;
}

/* Announces the first change of a file. */
static int announce_write(struct hki_journal *journal, const char *path,
                          const char *old, const char *value) {
  struct hki_record record = {.kind = HKI_WRITE, .field = {path, old, value}};
  return hki_book_add(journal, &record, path);
}

static int announce_again(struct hki_journal *journal, unsigned number,
                          const char *value) {
  struct hki_record record = {HKI_AGAIN, number, {value}};
  return hki_book_append(journal, &record);
}

/* What cannot be noted down is no harm: the change then counts as ours. */
static void note_now(struct hki_journal *journal, unsigned number,
                     const char *value) {
  struct hki_record record = {HKI_NOW, number, {value}};
  hki_book_append(journal, &record);
}

/* A write has failed. Part of it may have been done; then it is taken back. */
static void take_back(struct hki_journal *journal, unsigned number,
                      const char *path, const char *old) {
  char *now = journal->value;
  if (hki_files_read(&journal->files, path, now, HKI_VALUE_ROOM) >= 0 &&
      strcmp(now, old) != 0) {
    hki_files_write(&journal->files, path, old);
    hki_files_read(&journal->files, path, now, HKI_VALUE_ROOM);
  }
  if (strcmp(now, old) == 0)
    hki_book_strike(journal, number);
  else
    note_now(journal, number, now);
}

static int write_locked(struct hki_journal *journal, const char *path,
                        const char *value) {
  char *old = journal->old;
  if (!hki_saved_may_hold(path) || strlen(value) >= HKI_VALUE_ROOM)
    return -EINVAL;
  int error = hki_files_read(&journal->files, path, old, HKI_VALUE_ROOM);
  if (error < 0)
    return error;
  if (strcmp(old, value) == 0)
    return 0;
  if (is_unsupported(old))
    return -EOPNOTSUPP;
  struct hki_entry *entry = find(journal, HKI_WRITE, path);
  bool isFirst = !entry;
  unsigned number = isFirst ? journal->count + 1 : entry->number;
  error = isFirst ? announce_write(journal, path, old, value)
                  : announce_again(journal, number, value);
  if (error < 0)
    return error;
  error = hki_files_write(&journal->files, path, value);
  if (error < 0) {
    if (isFirst)
      take_back(journal, number, path, old);
    else if (hki_files_read(&journal->files, path, old, HKI_VALUE_ROOM) >= 0)
      note_now(journal, number, old);
    return error;
  }
  error = hki_files_read(&journal->files, path, journal->value, HKI_VALUE_ROOM);
  if (error < 0)
    return 1; /* written, and gone since or not to be read */
  note_now(journal, number, journal->value);
  return strcmp(journal->value, value) != 0;
}

int hki_journal_write(struct hki_journal *journal, const char *path,
                      const char *value) {
  int error = hki_book_enter(journal);
  if (error)
    return error;
  int result = write_locked(journal, path, value);
  hki_book_leave(journal);
  return result;
}

static int note_locked(struct hki_journal *journal, const char *path) {
  if (!hki_saved_may_hold(path))
    return -EINVAL;
  if (find(journal, HKI_NOTE, path))
    return 0;
  int error =
      hki_files_read(&journal->files, path, journal->old, HKI_VALUE_ROOM);
  if (error < 0)
    return error;
  if (is_unsupported(journal->old))
    return -EOPNOTSUPP;
  struct hki_record record = {.kind = HKI_NOTE, .field = {path, journal->old}};
  return hki_book_add(journal, &record, path);
}

int hki_journal_note(struct hki_journal *journal, const char *path) {
  int error = hki_book_enter(journal);
  if (error)
    return error;
  int result = note_locked(journal, path);
  hki_book_leave(journal);
  return result;
}

static int make_folder_locked(struct hki_journal *journal, const char *path) {
  if (!hki_saved_may_hold(path))
    return -EINVAL;
  if (hki_files_exists(&journal->files, path))
    return -EEXIST; /* not ours to remove */
  struct hki_record record = {.kind = HKI_FOLDER, .field = {path}};
  int error = hki_book_add(journal, &record, path);
  if (error < 0)
    return error;
  error = hki_files_make_folder(&journal->files, path);
  if (error)
    hki_book_strike(journal, journal->count);
  return error;
}

int hki_journal_make_folder(struct hki_journal *journal, const char *path) {
  int error = hki_book_enter(journal);
  if (error)
    return error;
  int result = make_folder_locked(journal, path);
  hki_book_leave(journal);
  return result;
}

/* Announces the change of a thread's affinity. Returns its number. */
static int announce_affinity(struct hki_journal *journal, int tid,
                             unsigned long long start, const char *value,
                             bool *isFirst) {
  char tidText[16], startText[24], name[48];
  snprintf(tidText, sizeof tidText, "%d", tid);
  snprintf(startText, sizeof startText, "%llu", start);
  snprintf(name, sizeof name, "%s/%s", tidText, startText);
  struct hki_entry *entry = find(journal, HKI_AFFINITY, name);
  *isFirst = !entry;
  if (entry) {
    int error = announce_again(journal, entry->number, value);
    return error < 0 ? error : (int)entry->number;
  }
  struct hki_record record = {
      .kind = HKI_AFFINITY, .field = {tidText, startText, journal->old, value}};
  int error = hki_book_add(journal, &record, name);
  return error < 0 ? error : (int)journal->count;
}

static int affinity_locked(struct hki_journal *journal, int tid,
                           const char *value) {
  const struct hki_files *files = &journal->files;
  unsigned long long start;
  char *old = journal->old;
  int error = hki_files_start_time(files, tid, &start);
  if (!error)
    error = hki_files_affinity(files, tid, old, HKI_VALUE_ROOM);
  if (error < 0)
    return error;
  if (strcmp(old, value) == 0)
    return 0;
  bool isFirst;
  int number = announce_affinity(journal, tid, start, value, &isFirst);
  if (number < 0)
    return number;
  error = hki_files_set_affinity(files, tid, value);
  int read = hki_files_affinity(files, tid, journal->value, HKI_VALUE_ROOM);
  if (error && isFirst && (read < 0 || strcmp(journal->value, old) == 0)) {
    hki_book_strike(journal, (unsigned)number);
    return error;
  }
  if (read >= 0)
    note_now(journal, (unsigned)number, journal->value);
  return error ? error : read < 0 || strcmp(journal->value, value) != 0;
}

int hki_journal_affinity(struct hki_journal *journal, int tid,
                         const unsigned *cpus, unsigned count) {
  char value[HKI_VALUE_ROOM];
  int length = hki_files_print_cpus(cpus, count, value, sizeof value);
  if (length < 0)
    return length;
  int error = hki_book_enter(journal);
  if (error)
    return error;
  int result = affinity_locked(journal, tid, value);
  hki_book_leave(journal);
  return result;
}

void hki_journal_listen(struct hki_journal *journal,
                        void (*heard)(void *context,
                                      const struct hki_undone *undone),
                        void *context) {
  journal->heard = heard;
  journal->context = context;
}

unsigned hki_journal_mark(struct hki_journal *journal) {
  if (hki_book_enter(journal) != 0)
    return 0;
  unsigned mark = journal->count;
  hki_book_leave(journal);
  return mark;
}

int hki_journal_undo(struct hki_journal *journal, unsigned mark) {
  int error = hki_book_enter(journal);
  if (error)
    return error;
  int result = hki_book_undo(journal, mark);
  hki_book_leave(journal);
  return result;
}

int hki_journal_restore(struct hki_journal *journal) {
  return hki_journal_undo(journal, 0);
}

void hki_journal_close(struct hki_journal *journal) {
  if (!journal)
    return;
  hki_journal_restore(journal);
  hki_book_close(journal);
}
