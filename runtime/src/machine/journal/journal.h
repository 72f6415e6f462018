/* SPDX-License-Identifier: Apache-2.0
 *
 * The journal: every change of the machine goes through it. What was there
 * before is on disk before the first change, so that it can be put back by the
 * program, by its watchdog after it was killed, or by `hocket restore` after
 * that was killed too. docs/runtime/restore.md has the format and the rules.
 *
 * A journal belongs to the process that opened it. In a forked child its
 * functions do nothing and return -EPERM; exec keeps it. It may be used by
 * several threads. Results are -errno, and then nothing has been changed.
 */
#pragma once

#include "machine/files/files.h"
#include "machine/format/owner.h"
#include "machine/restore/undo.h"

struct hki_journal;

/* Makes a journal on disk, and starts its watchdog. `folder` NULL: the user's
 * (folder.h). At exit it is closed, the one that was opened last first. `files`
 * is copied; its calls have to stay. A process may have several. */
int hki_journal_open(struct hki_journal **journal,
                     const struct hki_files *files, const char *folder);

/* Who hears what becomes of each change when it is put back; at first nobody.
 */
void hki_journal_listen(struct hki_journal *journal,
                        void (*heard)(void *context,
                                      const struct hki_undone *undone),
                        void *context);

/* The program that the last -EBUSY was about, or the last claim that was not
 * granted in full. With pid 0 the system has said EBUSY. */
struct hki_holder hki_journal_holder(struct hki_journal *journal);

/* Claims processors for this program alone: puts those of `cpus` that no other
 * living program has claimed into `got`, which has room for `count`, and
 * returns how many there are. -EBUSY: none. What a dead program had is put back
 * before it is handed on. The claim ends when it is put back. */
int hki_journal_claim(struct hki_journal *journal, const unsigned *cpus,
                      unsigned count, unsigned *got);

/* Claims the clock that these processors share, for this journal alone. The
 * claim's number; -EBUSY: another program, or another journal of this one, has
 * a claim of a clock of one of them, or had it and has left what cannot be put
 * back. The claim ends when it is put back, or is given up. */
int hki_journal_claim_clock(struct hki_journal *journal, const unsigned *cpus,
                            unsigned count);
void hki_journal_give_up_clock(struct hki_journal *journal, int claim);

/* Writes `value` to the file. What begins with '+', as for a control group's
 * list of controllers, is put back by writing the same with '-'. 0: it reads
 * back as this (or did so before, and then nothing was written). 1: written,
 * but it reads back as something else: the kernel has its own way to write the
 * value, or has clamped or refused it; the caller reads and judges, and it is
 * put back in any case. -EOPNOTSUPP: it reads as "<unsupported>"; -EBUSY also:
 * another program that lives has changed it; -EINVAL also: no path that may be
 * in a journal. */
int hki_journal_write(struct hki_journal *journal, const char *path,
                      const char *value);

/* For a file that is kept open and written often: its value is put back
 * whatever it holds then. */
int hki_journal_note(struct hki_journal *journal, const char *path);

/* Makes a control group. When it is put back its tasks go to the parent and it
 * is removed. -EEXIST. */
int hki_journal_make_folder(struct hki_journal *journal, const char *path);

/* The same; its tasks go to the group `home`, if that is still there. */
int hki_journal_make_group(struct hki_journal *journal, const char *path,
                           const char *home);

/* Lets a thread, also of another program, run on these processors alone.
 * Results as hki_journal_write; -ESRCH: there is none. When it is put back a
 * thread that has got the number since is left alone. */
int hki_journal_affinity(struct hki_journal *journal, int tid,
                         const unsigned *cpus, unsigned count);

/* Where the journal is now, and back to there: puts back what came later. For
 * trying one way, then another. hki_journal_undo returns -EIO if something
 * could not be put back; that stays in the journal. */
unsigned hki_journal_mark(struct hki_journal *journal);
int hki_journal_undo(struct hki_journal *journal, unsigned mark);

/* Puts back everything. The journal can be used further. */
int hki_journal_restore(struct hki_journal *journal);

/* Puts back everything, removes the journal from the disk if that worked, and
 * frees it. NULL is allowed. In a forked child it only frees. */
void hki_journal_close(struct hki_journal *journal);
