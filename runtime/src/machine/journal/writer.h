/* SPDX-License-Identifier: Apache-2.0
 *
 * The journal's file, and what the program keeps of it in memory. Only
 * the neighbours of this file see it.
 *
 * No file is kept open: programs close descriptors that they do not know, and
 * get the same numbers again for files of their own. A line is appended in one
 * write; if that fails the file is cut back, and nothing is changed.
 */
#pragma once

#include "machine/files/files.h"
#include "machine/format/owner.h"
#include "machine/format/record.h"
#include "machine/restore/undo.h"

#include <pthread.h>
#include <sys/types.h>

/* A change that has been announced. */
struct hki_entry {
  enum hki_kind kind;
  unsigned number;
  bool is_undone;
  char *path; /* or what else tells it from others of its kind */
};

struct hki_journal {
  pthread_mutex_t mutex; /* held by all but opening and closing */
  struct hki_files files;
  char *root; /* files.root, our own copy */
  struct hki_owner owner;
  char folder[HKI_PATH_ROOM], path[HKI_PATH_ROOM];
  dev_t device;
  ino_t inode;
  off_t length, header_length;
  unsigned sum, header_sum;
  bool is_broken; /* the file is no longer what we wrote: no more changes */
  struct hki_entry *entries;
  unsigned count, room;
  char *line;        /* HKI_RECORD_ROOM */
  char *old, *value; /* HKI_VALUE_ROOM each, for the function that is running */
  void (*heard)(void *context, const struct hki_undone *undone);
  void *context;
  int lock; /* while peers.h is asked */
  struct hki_holder holder;
  pid_t watchdog;
  struct hki_journal *next; /* of the process, for exit */
};

/* Makes the file and starts the watchdog; see hki_journal_open. */
int hki_writer_open(struct hki_journal **journal, const struct hki_files *files,
                    const char *folder);

/* The journal is the calling process's; takes the mutex. -EPERM in a forked
 * child. */
int hki_writer_enter(struct hki_journal *journal);
void hki_writer_leave(struct hki_journal *journal);

/* Appends a line; 0 or -errno. */
int hki_writer_append(struct hki_journal *journal,
                      const struct hki_record *record);

/* Appends a new change, which gets the next number. `name` becomes the entry's
 * `path`. */
int hki_writer_add(struct hki_journal *journal, struct hki_record *record,
                   const char *name);

/* The change of this kind and name that is in force, NULL if there is none. */
struct hki_entry *hki_writer_find(struct hki_journal *journal,
                                  enum hki_kind kind, const char *name);

/* The change was not made, or has been undone. */
void hki_writer_strike(struct hki_journal *journal, unsigned number);

/* Undoes what came after `mark`. With `isLast` notes stay in the journal, to be
 * looked at again by the watchdog. */
int hki_writer_undo(struct hki_journal *journal, unsigned mark, bool isLast);

/* If nothing is left to undo, removes the file and ends the watchdog, which has
 * it to do else, when the program ends. Frees the journal. */
void hki_writer_close(struct hki_journal *journal);
