/* SPDX-License-Identifier: Apache-2.0
 *
 * Where journals are: /run/hocket for root, $XDG_RUNTIME_DIR/hocket for others,
 * or /tmp/hocket-UID. The folder belongs to the user and nobody else may write
 * there; others may look into root's, to see what cores are taken. A journal is
 * called PID-START-N.journal.
 */
#pragma once

#include "machine/files/files.h"
#include "machine/format/owner.h"

/* Puts the folder's path into `path`, HKI_PATH_ROOM bytes; `wanted`: this one,
 * NULL: the user's. Makes it if it is not there. -EPERM: it is somebody else's,
 * or somebody else may write there; other -errno. */
int hki_folder_make(const char *wanted, char *path);

/* The same without making anything; -ENOENT. */
int hki_folder_find(const char *wanted, char *path);

/* What root's is called, for those who want to see root's claims. */
extern const char hki_folder_of_root[];

/* The path of the owner's journal number `number`. -ENAMETOOLONG */
int hki_folder_journal(const char *folder, const struct hki_owner *owner,
                       unsigned number, char *path);

/* Whether a file in the folder is called like a journal. */
bool hki_folder_is_journal(const char *name);

/* What a journal that is being made is called: it takes its name when it has
 * its first line. False if that is too long. */
bool hki_folder_unfinished(const char *journal, char *path);
