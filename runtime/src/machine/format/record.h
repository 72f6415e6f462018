/* SPDX-License-Identifier: Apache-2.0
 *
 * One line of a journal: a word for what it is, a number, fields, and a check
 * sum, with one space between them. Bytes that are no printable ASCII, the
 * space and '%' are written as %XX, an empty field as %-. The sum of a line
 * goes into that of the next: a line that is missing, twice or out of place is
 * found as one that was changed is.
 */
#pragma once

#include <stddef.h>

enum hki_kind {
  HKI_HEADER,   /* version; boot space pid start root name */
  HKI_WRITE,    /* change; path old new: about to write `new` */
  HKI_AGAIN,    /* change; new: about to write this to the same file */
  HKI_NOW,      /* change; value: written, and this was read back */
  HKI_NOTE,     /* change; path old: will be written often, through an fd */
  HKI_FOLDER,   /* change; path home: about to make this control group */
  HKI_AFFINITY, /* change; tid start old new: about to set it */
  HKI_CLAIM,    /* change; list: these processors are for this program alone */
  /* change; list: their clock is set by this program alone */
  HKI_CLOCK_CLAIM,
  HKI_UNDONE, /* change: it has not come to it, or was undone */
  HKI_KINDS
};

enum { HKI_MOST_FIELDS = 6 };

/* Bytes of the longest line: two values and a path, each byte as %XX. */
enum { HKI_RECORD_ROOM = 3 * (4096 + 4096 + 1024) + 64 };

/* What the sum of the first line starts from. */
#define HKI_FIRST_SUM 0x811c9dc5u

struct hki_record {
  enum hki_kind kind;
  unsigned number;
  const char *field[HKI_MOST_FIELDS];
};

/* Puts the line with its newline into `text`, and the new sum into `*sum`.
 * Returns its length, -E2BIG if there is no room. */
int hki_record_print(const struct hki_record *record, char *text, size_t room,
                     unsigned *sum);

/* Reads a line that has no newline. The fields then point into it: it is
 * changed in place. -EBADMSG for what is no record or has the wrong sum. */
int hki_record_parse(char *line, struct hki_record *record, unsigned *sum);
