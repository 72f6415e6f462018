/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a recording lies: pieces of a file, FILE.part, that are mapped and
 * shared, so that they are there when the program is no more; or, where such a
 * file cannot be had, memory.
 *
 * The file's blocks are allocated before they are mapped, as a store into a
 * page that has no place on the disk would end the program.
 */
#pragma once

#include "trace/format.h"

#include "platform/platform.h"

enum { HKI_MOST_PIECES = HKI_RECORD_CORES + 66 };

struct hki_stored {
  struct hki_piece *piece;
  uint64_t offset; /* in the record */
  bool is_mapped;
};

struct hki_store {
  char *path; /* of the file; NULL: there is none */
  struct hki_mapped file;
  int problem; /* an errno: the file could not grow, further pieces are in
                  memory */
  uint64_t size;
  unsigned count; /* atomic: may be looked at by a thread that writes JSON */
  struct hki_stored pieces[HKI_MOST_PIECES];
};

/* Makes the file for the recording that goes to `path` in the end, with its
 * first piece. 0; else an errno: why it is in memory instead. NULL in `*piece`:
 * not even there. A file that another recording has left behind is replaced,
 * any other is left alone. */
int hki_store_open(struct hki_store *store, const char *path, size_t size,
                   struct hki_piece **piece);

/* One more piece of at least `size` bytes, all 0 but for mark, number and size.
 * It counts once its kind is set. NULL: no room. */
struct hki_piece *hki_store_add(struct hki_store *store, unsigned number,
                                size_t size);
void hki_store_set_kind(struct hki_piece *piece, enum hki_piece_kind kind);

/* Takes away the file, if it is still this one. What is stored stays readable.
 */
void hki_store_remove(struct hki_store *store);

/* In a forked child: the file is the parent's; what is stored from now on goes
 * nowhere. */
void hki_store_leave(struct hki_store *store);
