/* SPDX-License-Identifier: Apache-2.0
 *
 * One file of the machine, opened, and read or written whole. Nothing here
 * allocates or keeps state: it may be called between fork and exec. Results are
 * 0 or more, or -errno.
 */
#pragma once

#include "machine/files/system.h"

#include <stdbool.h>

/* Whether `path` is absolute, short enough, and has no "", "." or "..". */
bool hki_files_is_path(const char *path);

/* The path with the root before it, in `whole` of HKI_PATH_ROOM bytes. -EINVAL
 * for what is no path, -ENAMETOOLONG. */
int hki_text_path(const struct hki_files *files, const char *path, char *whole);

/* open(2) with `flags`, for files that are kept open; never across exec. The
 * caller closes with files->calls->close. */
int hki_files_open(const struct hki_files *files, const char *path, int flags);

/* As hki_files_read and hki_files_write, of what is no register. */
int hki_text_read(const struct hki_files *files, const char *path, char *text,
                  size_t room);
int hki_text_write(const struct hki_files *files, const char *path,
                   const char *text);
