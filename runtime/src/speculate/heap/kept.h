/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory that children leave: where a child may have its blocks, and those that
 * it has not freed when it ends.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct hki_heap {
  unsigned region;
  bool may_stay; /* blocks of this child */
  unsigned long begin, end;
};

/* Rows of blocks, each behind a hki_row. */
struct hki_row {
  unsigned long at, bytes;
};
struct hki_kept {
  size_t bytes;      /* of all rows, with what is before each */
  size_t blocks;     /* how many there are */
  unsigned long end; /* what is behind was never used */
  char *rows;
};
