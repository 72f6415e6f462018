/* SPDX-License-Identifier: Apache-2.0
 *
 * The journal's changes: announce, do, read back, note down. See journal.h, and
 * writer.h for the file.
 */
#include "machine/journal/journal.h"

#include "machine/journal/announce.h"
#include "machine/journal/companions.h"
#include "machine/journal/peers.h"
#include "machine/journal/writer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What cannot be noted down is no harm: the change then counts as ours. */
static void note_now(struct hki_journal *journal, unsigned number,
                     const char *value) {
  struct hki_record record = {HKI_NOW, number, {value}};
  hki_writer_append(journal, &record);
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
    hki_writer_strike(journal, number);
  else
    note_now(journal, number, now);
}

/* Another value for a file that is in the journal. */
static int write_again(struct hki_journal *journal, unsigned number,
                       const char *path, const char *value) {
  char *now = journal->old;
  int error = hki_companions_before(journal, path, value, false);
  if (!error)
    error = hki_announce_again(journal, number, value);
  if (error)
    return error;
  error = hki_files_write(&journal->files, path, value);
  if (error && hki_files_read(&journal->files, path, now, HKI_VALUE_ROOM) >= 0)
    note_now(journal, number, now);
  return error;
}

static int write_first(struct hki_journal *journal, const char *path,
                       const char *value) {
  char *old = journal->old;
  /* Before a look at the file: a dead program's value is none to start from. */
  int error = hki_peers_enter(journal, HKI_WRITE, path);
  if (error)
    return error;
  hki_peers_leave(journal);
  error = hki_files_read(&journal->files, path, old, HKI_VALUE_ROOM);
  if (error < 0 || strcmp(old, value) == 0)
    return error < 0 ? error : 1;
  error = hki_companions_before(journal, path, value, true);
  if (!error)
    error = hki_announce_write(journal, path, value);
  if (error)
    return error;
  error = hki_files_write(&journal->files, path, value);
  if (error)
    take_back(journal, journal->count, path, old);
  return error;
}

static int write_locked(struct hki_journal *journal, const char *path,
                        const char *value) {
  if (!hki_reader_may_name(path) || strlen(value) >= HKI_VALUE_ROOM)
    return -EINVAL;
  struct hki_entry *entry = hki_writer_find(journal, HKI_WRITE, path);
  unsigned number = entry ? entry->number : 0;
  int error = entry ? write_again(journal, number, path, value)
                    : write_first(journal, path, value);
  if (error)
    return error < 0 ? error : 0;
  number = entry ? number : journal->count;
  hki_companions_after(journal, path, value);
  error = hki_files_read(&journal->files, path, journal->value, HKI_VALUE_ROOM);
  if (error < 0)
    return 1; /* written, and gone since or not to be read */
  note_now(journal, number, journal->value);
  return strcmp(journal->value, value) != 0;
}

int hki_journal_write(struct hki_journal *journal, const char *path,
                      const char *value) {
  int error = hki_writer_enter(journal);
  if (error)
    return error;
  int result = write_locked(journal, path, value);
  hki_writer_leave(journal);
  return result;
}

int hki_journal_note(struct hki_journal *journal, const char *path) {
  int error = hki_writer_enter(journal);
  if (error)
    return error;
  int result = hki_announce_note(journal, path);
  hki_writer_leave(journal);
  return result;
}

static int make_folder_locked(struct hki_journal *journal, const char *path,
                              const char *home) {
  if (!hki_reader_may_name(path) || (home[0] && !hki_reader_may_name(home)))
    return -EINVAL;
  if (hki_files_exists(&journal->files, path))
    return -EEXIST; /* not ours to remove */
  struct hki_record record = {.kind = HKI_FOLDER, .field = {path, home}};
  int error = hki_writer_add(journal, &record, path);
  if (error < 0)
    return error;
  error = hki_files_make_folder(&journal->files, path);
  if (error)
    hki_writer_strike(journal, journal->count);
  return error;
}

int hki_journal_make_group(struct hki_journal *journal, const char *path,
                           const char *home) {
  int error = hki_writer_enter(journal);
  if (error)
    return error;
  int result = make_folder_locked(journal, path, home);
  hki_writer_leave(journal);
  return result;
}

int hki_journal_make_folder(struct hki_journal *journal, const char *path) {
  return hki_journal_make_group(journal, path, "");
}

/* A thread whose affinity is to be changed. */
struct thread {
  int tid;
  char number[16], start[24]; /* as fields of a record */
  char name[48];              /* as an entry's path */
};

static int find_thread(const struct hki_files *files, int tid,
                       struct thread *thread) {
  unsigned long long start;
  int error = hki_files_start_time(files, tid, &start);
  thread->tid = tid;
  if (error)
    return error;
  snprintf(thread->number, sizeof thread->number, "%d", tid);
  snprintf(thread->start, sizeof thread->start, "%llu", start);
  snprintf(thread->name, sizeof thread->name, "%s/%s", thread->number,
           thread->start);
  return 0;
}

/* As hki_announce_write. */
static int announce_affinity(struct hki_journal *journal,
                             const struct thread *thread, const char *value) {
  int error = hki_peers_enter(journal, HKI_AFFINITY, thread->name);
  if (error)
    return error;
  char *old = journal->old;
  error = hki_files_affinity(&journal->files, thread->tid, old, HKI_VALUE_ROOM);
  if (error >= 0 && strcmp(old, value) == 0) {
    error = 1;
  } else if (error >= 0) {
    struct hki_record record = {
        .kind = HKI_AFFINITY,
        .field = {thread->number, thread->start, old, value}};
    error = hki_writer_add(journal, &record, thread->name);
  }
  hki_peers_leave(journal);
  return error;
}

static int affinity_locked(struct hki_journal *journal, int tid,
                           const char *value) {
  const struct hki_files *files = &journal->files;
  struct thread thread;
  int error = find_thread(files, tid, &thread);
  if (error)
    return error;
  struct hki_entry *entry = hki_writer_find(journal, HKI_AFFINITY, thread.name);
  unsigned number = entry ? entry->number : journal->count + 1;
  error = entry ? hki_announce_again(journal, number, value)
                : announce_affinity(journal, &thread, value);
  if (error)
    return error < 0 ? error : 0;
  error = hki_files_set_affinity(files, tid, value);
  int read = hki_files_affinity(files, tid, journal->value, HKI_VALUE_ROOM);
  if (error && !entry) /* one call: it has done all or nothing */
    hki_writer_strike(journal, number);
  else if (read >= 0)
    note_now(journal, number, journal->value);
  return error ? error : read < 0 || strcmp(journal->value, value) != 0;
}

int hki_journal_affinity(struct hki_journal *journal, int tid,
                         const unsigned *cpus, unsigned count) {
  char value[HKI_VALUE_ROOM];
  int length = hki_files_print_cpus(cpus, count, value, sizeof value);
  if (length < 0)
    return length;
  int error = hki_writer_enter(journal);
  if (error)
    return error;
  int result = affinity_locked(journal, tid, value);
  hki_writer_leave(journal);
  return result;
}

static int claim_locked(struct hki_journal *journal, unsigned *got,
                        unsigned count) {
  char *list = journal->value;
  int error = hki_peers_enter(journal, HKI_CLAIM, NULL);
  if (error)
    return error;
  int left = hki_peers_leave_out(journal, got, count);
  error = left > 0
              ? hki_files_print_cpus(got, (unsigned)left, list, HKI_VALUE_ROOM)
              : -EBUSY;
  if (error >= 0) {
    struct hki_record record = {.kind = HKI_CLAIM, .field = {list}};
    error = hki_writer_add(journal, &record, "");
  }
  hki_peers_leave(journal);
  return left < 0 ? left : error < 0 ? error : left;
}

int hki_journal_claim(struct hki_journal *journal, const unsigned *cpus,
                      unsigned count, unsigned *got) {
  int error = count ? hki_writer_enter(journal) : -EINVAL;
  if (error)
    return error;
  memcpy(got, cpus, count * sizeof *got);
  int result = claim_locked(journal, got, count);
  hki_writer_leave(journal);
  return result;
}

static int claim_clock_locked(struct hki_journal *journal, const unsigned *cpus,
                              unsigned count) {
  char *list = journal->value;
  int error = hki_files_print_cpus(cpus, count, list, HKI_VALUE_ROOM);
  if (error >= 0)
    error = hki_peers_enter(journal, HKI_CLOCK_CLAIM, NULL);
  if (error < 0)
    return error;
  error = hki_peers_have_clock(journal, cpus, count);
  if (!error) {
    struct hki_record record = {.kind = HKI_CLOCK_CLAIM, .field = {list}};
    error = hki_writer_add(journal, &record, "");
  }
  hki_peers_leave(journal);
  return error ? error : (int)journal->count;
}

int hki_journal_claim_clock(struct hki_journal *journal, const unsigned *cpus,
                            unsigned count) {
  int error = count ? hki_writer_enter(journal) : -EINVAL;
  if (error)
    return error;
  int result = claim_clock_locked(journal, cpus, count);
  hki_writer_leave(journal);
  return result;
}

void hki_journal_give_up_clock(struct hki_journal *journal, int claim) {
  if (hki_writer_enter(journal) != 0)
    return;
  if (claim > 0 && (unsigned)claim <= journal->count &&
      journal->entries[claim - 1].kind == HKI_CLOCK_CLAIM)
    hki_writer_strike(journal, (unsigned)claim);
  hki_writer_leave(journal);
}

struct hki_holder hki_journal_holder(struct hki_journal *journal) {
  struct hki_holder holder = {0, ""};
  if (hki_writer_enter(journal) == 0) {
    holder = journal->holder;
    hki_writer_leave(journal);
  }
  return holder;
}

void hki_journal_listen(struct hki_journal *journal,
                        void (*heard)(void *context,
                                      const struct hki_undone *undone),
                        void *context) {
  journal->heard = heard;
  journal->context = context;
}

unsigned hki_journal_mark(struct hki_journal *journal) {
  if (hki_writer_enter(journal) != 0)
    return 0;
  unsigned mark = journal->count;
  hki_writer_leave(journal);
  return mark;
}

int hki_journal_undo(struct hki_journal *journal, unsigned mark) {
  int error = hki_writer_enter(journal);
  if (error)
    return error;
  int result = hki_writer_undo(journal, mark, false);
  hki_writer_leave(journal);
  return result;
}

int hki_journal_restore(struct hki_journal *journal) {
  return hki_journal_undo(journal, 0);
}

int hki_journal_open(struct hki_journal **journal,
                     const struct hki_files *files, const char *folder) {
  return hki_writer_open(journal, files, folder);
}

void hki_journal_close(struct hki_journal *journal) {
  if (!journal)
    return;
  hki_journal_restore(journal);
  hki_writer_close(journal);
}
