/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "machine/journal/writer.h"

#include "machine/format/folder.h"
#include "machine/restore/watchdog.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The process's open journals: exit hands its functions nothing, and has to
 * find them. */
static struct hki_journal *opened;
static pthread_mutex_t opened_mutex = PTHREAD_MUTEX_INITIALIZER;

int hki_writer_enter(struct hki_journal *journal) {
  if ((unsigned long long)getpid() != journal->owner.pid)
    return -EPERM;
  pthread_mutex_lock(&journal->mutex);
  return 0;
}

void hki_writer_leave(struct hki_journal *journal) {
  pthread_mutex_unlock(&journal->mutex);
}

/* Opens the file for the next line; -EBADMSG if it is no longer ours. */
static int open_for_append(struct hki_journal *journal) {
  int file = journal->files.calls->open(
      AT_FDCWD, journal->path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0);
  struct stat status;
  if (file < 0)
    return file;
  if (fstat(file, &status) == 0 && status.st_dev == journal->device &&
      status.st_ino == journal->inode && status.st_size == journal->length)
    return file;
  close(file);
  return -EBADMSG;
}

int hki_writer_append(struct hki_journal *journal,
                      const struct hki_record *record) {
  if (journal->is_broken)
    return -EBADMSG;
  unsigned sum = journal->sum;
  int length = hki_record_print(record, journal->line, HKI_RECORD_ROOM, &sum);
  if (length < 0)
    return length;
  int file = open_for_append(journal);
  if (file < 0)
    return file;
  long written =
      journal->files.calls->write(file, journal->line, (size_t)length);
  int error = written == length ? 0 : written < 0 ? (int)written : -ENOSPC;
  if (error && ftruncate(file, journal->length) != 0)
    journal->is_broken = true;
  close(file);
  if (error)
    return error;
  journal->sum = sum;
  journal->length += length;
  return 0;
}

static int make_room(struct hki_journal *journal) {
  if (journal->count < journal->room)
    return 0;
  unsigned room = journal->room ? 2 * journal->room : 64;
  struct hki_entry *more =
      realloc(journal->entries, room * sizeof *journal->entries);
  if (!more)
    return -ENOMEM;
  journal->entries = more;
  journal->room = room;
  return 0;
}

int hki_writer_add(struct hki_journal *journal, struct hki_record *record,
                   const char *name) {
  int error = make_room(journal);
  char *copy = error ? NULL : strdup(name);
  if (!copy)
    return -ENOMEM;
  record->number = journal->count + 1;
  error = hki_writer_append(journal, record);
  if (error) {
    free(copy);
    return error;
  }
  journal->entries[journal->count++] =
      (struct hki_entry){record->kind, record->number, false, copy};
  return 0;
}

struct hki_entry *hki_writer_find(struct hki_journal *journal,
                                  enum hki_kind kind, const char *name) {
  for (unsigned i = journal->count; i-- > 0;) {
    struct hki_entry *entry = &journal->entries[i];
    if (!entry->is_undone && entry->kind == kind &&
        strcmp(entry->path, name) == 0)
      return entry;
  }
  return NULL;
}

void hki_writer_strike(struct hki_journal *journal, unsigned number) {
  struct hki_record record = {.kind = HKI_UNDONE, .number = number};
  journal->entries[number - 1].is_undone = true;
  /* Without this line the change is looked at again, and found to be done. */
  hki_writer_append(journal, &record);
}

/* All is undone: the file is its first line again. */
static void start_again(struct hki_journal *journal) {
  if (truncate(journal->path, journal->header_length) != 0)
    return;
  journal->length = journal->header_length;
  journal->sum = journal->header_sum;
  while (journal->count > 0)
    free(journal->entries[--journal->count].path);
}

static bool is_all_undone(const struct hki_journal *journal) {
  for (unsigned i = 0; i < journal->count; i++)
    if (!journal->entries[i].is_undone)
      return false;
  return true;
}

/* Undoes by the file, as the watchdog would. */
int hki_writer_undo(struct hki_journal *journal, unsigned mark, bool isLast) {
  if (mark >= journal->count)
    return 0;
  struct hki_reader reader;
  int error = hki_reader_open(&reader, journal->path, true);
  if (error)
    return error;
  struct hki_undo undo = {.files = &journal->files,
                          .from = mark,
                          .heard = journal->heard,
                          .context = journal->context};
  int result = hki_undo(&undo, &reader);
  for (unsigned i = reader.count; i-- > mark;) {
    bool isKept = reader.changes[i].outcome == HKI_FAILED ||
                  (isLast && reader.changes[i].kind == HKI_NOTE);
    if (!isKept && !journal->entries[i].is_undone)
      hki_writer_strike(journal, i + 1);
  }
  if (is_all_undone(journal))
    start_again(journal);
  hki_reader_close(&reader);
  return result;
}

static void free_journal(struct hki_journal *journal) {
  for (unsigned i = 0; i < journal->count; i++)
    free(journal->entries[i].path);
  pthread_mutex_destroy(&journal->mutex);
  free(journal->entries);
  free(journal->root);
  free(journal->line);
  free(journal->old);
  free(journal->value);
  free(journal);
}

static void forget(struct hki_journal *journal) {
  pthread_mutex_lock(&opened_mutex);
  struct hki_journal **at = &opened;
  while (*at && *at != journal)
    at = &(*at)->next;
  if (*at)
    *at = journal->next;
  pthread_mutex_unlock(&opened_mutex);
}

/* What is left to be undone is left to the watchdog. */
static void finish(struct hki_journal *journal) {
  journal->is_broken = true;
  if (!is_all_undone(journal))
    return;
  unlink(journal->path);
  hki_watchdog_stop(journal->watchdog);
}

void hki_writer_close(struct hki_journal *journal) {
  bool isOwner = (unsigned long long)getpid() == journal->owner.pid;
  forget(journal);
  if (isOwner)
    finish(journal);
  free_journal(journal);
}

/* At exit other threads may still be at work: nothing is freed, and what they
 * write to files that they have open the watchdog looks at once more. In a
 * forked child the list is the parent's, and nothing happens. */
static void close_all(void) {
  for (struct hki_journal *at = opened; at; at = at->next) {
    if (hki_writer_enter(at) != 0)
      continue;
    hki_writer_undo(at, 0, true);
    finish(at);
    hki_writer_leave(at);
  }
}

static int print_header(struct hki_journal *journal) {
  const struct hki_owner *owner = &journal->owner;
  char space[24], pid[24], start[24];
  snprintf(space, sizeof space, "%llu", owner->space);
  snprintf(pid, sizeof pid, "%llu", owner->pid);
  snprintf(start, sizeof start, "%llu", owner->start);
  struct hki_record header = {
      HKI_HEADER,
      1,
      {owner->boot, space, pid, start, journal->root, owner->name}};
  journal->sum = HKI_FIRST_SUM;
  return hki_record_print(&header, journal->line, HKI_RECORD_ROOM,
                          &journal->sum);
}

/* Writes the first line under another name, so that a journal always has one.
 */
static int write_header(struct hki_journal *journal, const char *path) {
  int length = print_header(journal);
  if (length < 0)
    return length;
  const struct hki_file_calls *calls = journal->files.calls;
  int file =
      calls->open(AT_FDCWD, path,
                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0)
    return file;
  long written = calls->write(file, journal->line, (size_t)length);
  int error = written == length ? 0 : written < 0 ? (int)written : -ENOSPC;
  struct stat status;
  /* Others may see what cores root has taken, whatever the umask is. */
  if (!error && ((geteuid() == 0 && fchmod(file, 0644) != 0) ||
                 fstat(file, &status) != 0))
    error = -errno;
  close(file);
  if (error)
    return error;
  journal->device = status.st_dev;
  journal->inode = status.st_ino;
  journal->length = journal->header_length = length;
  journal->header_sum = journal->sum;
  return 0;
}

/* The first number that the process has no journal of, from before an exec
 * either. */
static int choose_path(struct hki_journal *journal) {
  for (unsigned number = 0;; number++) {
    int error = hki_folder_journal(journal->folder, &journal->owner, number,
                                   journal->path);
    if (error)
      return error;
    if (access(journal->path, F_OK) != 0)
      return errno == ENOENT ? 0 : -errno;
  }
}

/* The watchdog first: there is no journal without one, and it removes what of
 * the file there is. */
static int make_file(struct hki_journal *journal) {
  char other[HKI_PATH_ROOM];
  int error = choose_path(journal);
  if (error)
    return error;
  if (!hki_folder_unfinished(journal->path, other))
    return -ENAMETOOLONG;
  pid_t watchdog =
      hki_watchdog_start(&journal->files, journal->path, &journal->owner);
  if (watchdog < 0)
    return (int)watchdog;
  journal->watchdog = watchdog;
  error = write_header(journal, other);
  if (!error && rename(other, journal->path) != 0)
    error = -errno;
  if (error) {
    unlink(other);
    hki_watchdog_stop(watchdog);
  }
  return error;
}

/* Makes the file and takes the journal into the list. */
static int enlist(struct hki_journal *journal) {
  static bool isRegistered; /* guarded by opened_mutex */
  pthread_mutex_lock(&opened_mutex);
  int error = isRegistered || atexit(close_all) == 0 ? 0 : -ENOMEM;
  isRegistered = !error;
  if (!error)
    error = make_file(journal);
  if (!error) {
    journal->next = opened;
    opened = journal;
  }
  pthread_mutex_unlock(&opened_mutex);
  return error;
}

static int prepare(struct hki_journal *journal, const struct hki_files *files) {
  journal->root = strdup(files->root);
  journal->line = malloc(HKI_RECORD_ROOM);
  journal->old = malloc(HKI_VALUE_ROOM);
  journal->value = malloc(HKI_VALUE_ROOM);
  journal->files = (struct hki_files){journal->root, files->calls};
  if (!journal->root || !journal->line || !journal->old || !journal->value)
    return -ENOMEM;
  return hki_owner_self(&journal->owner);
}

int hki_writer_open(struct hki_journal **result, const struct hki_files *files,
                    const char *folder) {
  *result = NULL;
  struct hki_journal *journal = calloc(1, sizeof *journal);
  if (!journal)
    return -ENOMEM;
  pthread_mutex_init(&journal->mutex, NULL);
  int error = prepare(journal, files);
  if (!error)
    error = hki_folder_make(folder, journal->folder);
  if (!error)
    error = enlist(journal);
  if (error)
    free_journal(journal);
  else
    *result = journal;
  return error;
}
