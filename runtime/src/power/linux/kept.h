/* SPDX-License-Identifier: Apache-2.0
 *
 * A file that is kept open and written often: a write then costs one or two
 * system calls instead of three, and the kernel looks no path up.
 *
 * A program may close descriptors that it does not know, and get the same
 * number for a file of its own. So the descriptor is a high number, and before
 * each write it is looked whether it still is the file that was opened; if not,
 * the file is opened again. It is closed only if it is ours.
 */
#pragma once

#include "machine/files/files.h"

#include <sys/types.h>

struct hki_kept {
  int file; /* -1: not open */
  dev_t device;
  ino_t inode;
  char path[160];
};

/* For writing. 0 or -errno. */
int hki_kept_open(struct hki_kept *kept, const struct hki_files *files,
                  const char *path);

/* Writes from the file's beginning in one call; -EIO if that takes a part. */
int hki_kept_write(struct hki_kept *kept, const struct hki_files *files,
                   const void *bytes, size_t length);

/* A number in decimal, with a newline. */
int hki_kept_write_number(struct hki_kept *kept, const struct hki_files *files,
                          unsigned long number);

/* Nothing if it is not open. */
void hki_kept_close(struct hki_kept *kept, const struct hki_files *files);
