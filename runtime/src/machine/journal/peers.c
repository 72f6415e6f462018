/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "machine/journal/peers.h"

#include "machine/format/folder.h"
#include "machine/restore/report.h"
#include "machine/restore/restore.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Threads of this process keep each other out here, processes by the lock: a
 * record lock keeps out other processes alone. */
static pthread_mutex_t peers_mutex = PTHREAD_MUTEX_INITIALIZER;

static int take_lock(struct hki_journal *journal) {
  char path[HKI_PATH_ROOM];
  int length = snprintf(path, sizeof path, "%s/lock", journal->folder);
  if ((size_t)length >= sizeof path)
    return -ENAMETOOLONG;
  int file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0)
    return -errno;
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  int result;
  do
    result = fcntl(file, F_SETLKW, &whole);
  while (result != 0 && errno == EINTR);
  if (result != 0) {
    int error = errno;
    close(file);
    return -error;
  }
  journal->lock = file;
  return 0;
}

struct question {
  struct hki_journal *journal;
  enum hki_kind kind;
  const char *name;
  unsigned *cpus;
  unsigned count;
};

static void remember_holder(struct hki_journal *journal,
                            const struct hki_owner *owner) {
  journal->holder.pid = (long)owner->pid;
  memcpy(journal->holder.name, owner->name, sizeof journal->holder.name);
}

static bool is_same_thing(const struct hki_change *change,
                          const struct question *question) {
  if (change->outcome != HKI_PENDING || !question->name)
    return false;
  if (change->kind == HKI_AFFINITY && question->kind == HKI_AFFINITY) {
    char name[48];
    snprintf(name, sizeof name, "%llu/%llu", change->tid, change->start);
    return strcmp(name, question->name) == 0;
  }
  return change->kind != HKI_AFFINITY && change->path &&
         strcmp(change->path, question->name) == 0;
}

/* What the program that has ended leaves to nobody else; if that fails now, it
 * stays in the journal. */
static void put_back(const struct hki_files *files,
                     const struct hki_restore_found *found) {
  struct hki_report report;
  struct hki_undo undo = {.files = files,
                          .heard = hki_report_hear,
                          .is_over = hki_report_end,
                          .context = &report};
  hki_report_begin(&report, found->path, &found->reader->owner,
                   "the next program");
  hki_restore_file(&undo, found->path);
}

static int ask_one(void *context, const struct hki_restore_found *found) {
  struct question *question = context;
  if (found->error) /* not to be read, nothing to be learnt */
    return 0;
  const struct hki_files *files = &question->journal->files;
  if (strcmp(found->reader->root, files->root) != 0)
    return 0;
  if (found->state == HKI_OWNER_DEAD ||
      found->state == HKI_OWNER_OF_OTHER_BOOT) {
    put_back(files, found);
    return 0;
  }
  for (unsigned i = 0; i < found->reader->count; i++)
    if (is_same_thing(&found->reader->changes[i], question)) {
      remember_holder(question->journal, &found->reader->owner);
      return -EBUSY;
    }
  return 0;
}

int hki_peers_enter(struct hki_journal *journal, enum hki_kind kind,
                    const char *name) {
  pthread_mutex_lock(&peers_mutex);
  int error = take_lock(journal);
  if (!error) {
    struct question question = {.journal = journal, .kind = kind, .name = name};
    journal->holder.pid = 0;
    error =
        hki_restore_each(journal->folder, &journal->owner, ask_one, &question);
    if (error)
      close(journal->lock);
  }
  if (error)
    pthread_mutex_unlock(&peers_mutex);
  return error;
}

void hki_peers_leave(struct hki_journal *journal) {
  close(journal->lock);
  pthread_mutex_unlock(&peers_mutex);
}

static bool is_in(unsigned cpu, const unsigned *cpus, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (cpus[i] == cpu)
      return true;
  return false;
}

static void leave_out(struct question *question, const char *list,
                      const struct hki_owner *owner) {
  unsigned taken[HKI_MOST_CPUS], kept = 0;
  int count = hki_files_parse_cpus(list, taken, HKI_MOST_CPUS);
  if (count < 0)
    return;
  for (unsigned i = 0; i < question->count; i++)
    if (!is_in(question->cpus[i], taken, (unsigned)count))
      question->cpus[kept++] = question->cpus[i];
  if (kept < question->count && question->journal->holder.pid == 0)
    remember_holder(question->journal, owner);
  question->count = kept;
}

static int subtract_claims(void *context,
                           const struct hki_restore_found *found) {
  struct question *question = context;
  bool isAlive = !found->error && found->state != HKI_OWNER_DEAD &&
                 found->state != HKI_OWNER_OF_OTHER_BOOT &&
                 !strcmp(found->reader->root, question->journal->files.root);
  for (unsigned i = 0; isAlive && i < found->reader->count; i++) {
    const struct hki_change *change = &found->reader->changes[i];
    if (change->kind == HKI_CLAIM && change->outcome == HKI_PENDING)
      leave_out(question, change->wanted, &found->reader->owner);
  }
  return 0;
}

int hki_peers_leave_out(struct hki_journal *journal, unsigned *cpus,
                        unsigned count) {
  struct question question = {.journal = journal, .cpus = cpus, .count = count};
  journal->holder.pid = 0;
  int error = hki_restore_each(journal->folder, &journal->owner,
                               subtract_claims, &question);
  if (!error && strcmp(journal->folder, hki_folder_of_root) != 0)
    /* It need not be there, or to be looked into. */
    hki_restore_each(hki_folder_of_root, NULL, subtract_claims, &question);
  return error ? error : (int)question.count;
}

static bool have_common(const char *list, const unsigned *cpus,
                        unsigned count) {
  unsigned taken[HKI_MOST_CPUS];
  int length = hki_files_parse_cpus(list, taken, HKI_MOST_CPUS);
  for (unsigned i = 0; length > 0 && i < count; i++)
    if (is_in(cpus[i], taken, (unsigned)length))
      return true;
  return false;
}

/* What of a dead program is still there has just been tried to put back. */
static int look_for_clock(void *context,
                          const struct hki_restore_found *found) {
  const struct question *question = context;
  const struct hki_journal *journal = question->journal;
  bool isOther = !found->error && found->state != HKI_OWNER_OF_OTHER_BOOT &&
                 strcmp(found->path, journal->path) != 0 &&
                 !strcmp(found->reader->root, journal->files.root);
  for (unsigned i = 0; isOther && i < found->reader->count; i++) {
    const struct hki_change *change = &found->reader->changes[i];
    if (change->kind == HKI_CLOCK_CLAIM && change->outcome == HKI_PENDING &&
        have_common(change->wanted, question->cpus, question->count)) {
      remember_holder(question->journal, &found->reader->owner);
      return -EBUSY;
    }
  }
  return 0;
}

int hki_peers_have_clock(struct hki_journal *journal, const unsigned *cpus,
                         unsigned count) {
  struct question question = {
      .journal = journal, .cpus = (unsigned *)cpus, .count = count};
  journal->holder.pid = 0;
  int error =
      hki_restore_each(journal->folder, NULL, look_for_clock, &question);
  if (!error && strcmp(journal->folder, hki_folder_of_root) != 0 &&
      hki_restore_each(hki_folder_of_root, NULL, look_for_clock, &question) ==
          -EBUSY)
    error = -EBUSY; /* root's folder need not be there, or to be looked into */
  return error;
}
