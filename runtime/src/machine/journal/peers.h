/* SPDX-License-Identifier: Apache-2.0
 *
 * Other programs that change the machine at the same time. They meet in the
 * folder of the journals, under a lock. A file or a thread that a living
 * program has changed is not changed by a second one: neither could tell then
 * what to put back. What a dead program has left is put back first.
 *
 * An ordinary user's programs see root's claims, of processors and of clocks,
 * too; root's do not ask for those of others, whom it can send away.
 */
#pragma once

#include "machine/journal/writer.h"

/* Takes the lock. -EBUSY, without it: a living program has changed the thing;
 * journal->holder says which. `name` as in struct hki_entry, NULL: no thing. */
int hki_peers_enter(struct hki_journal *journal, enum hki_kind kind,
                    const char *name);
void hki_peers_leave(struct hki_journal *journal);

/* Leaves out of `cpus` what other living programs have claimed, and returns how
 * many stay; journal->holder is the first one that was in the way. The lock is
 * held. */
int hki_peers_leave_out(struct hki_journal *journal, unsigned *cpus,
                        unsigned count);

/* -EBUSY if another journal has a claim of the clock of one of `cpus`, also one
 * of this program: two would each put back what the other has set. So does one
 * of a program that has ended and has left what could not be put back.
 * journal->holder is whose it is. The lock is held. */
int hki_peers_have_clock(struct hki_journal *journal, const unsigned *cpus,
                         unsigned count);
