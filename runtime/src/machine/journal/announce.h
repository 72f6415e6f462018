/* SPDX-License-Identifier: Apache-2.0
 *
 * What is about to be changed is in the journal before it is: its value now,
 * and the one that it is to get. Of files that other living programs have
 * changed nothing is announced (peers.h). In a journal that has been entered.
 */
#pragma once

#include "machine/journal/writer.h"

/* Of a file that the journal does not have yet. 0; 1: it holds `value` already,
 * and nothing is announced; -EBUSY: another program's; -EOPNOTSUPP: it reads as
 * "<unsupported>"; other -errno. */
int hki_announce_write(struct hki_journal *journal, const char *path,
                       const char *value);

/* Another value for the file or the thread of the change `number`. */
int hki_announce_again(struct hki_journal *journal, unsigned number,
                       const char *value);

/* A file that is going to be written often: its value now. 0 also if it has
 * been noted before; -EINVAL: no path that may be in a journal; as
 * hki_announce_write. */
int hki_announce_note(struct hki_journal *journal, const char *path);
