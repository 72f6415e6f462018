/* SPDX-License-Identifier: Apache-2.0
 *
 * The machine's files: sysfs, procfs and cgroups, small texts that are read and
 * written whole. All that libhocket asks of them goes through this layer, so
 * that a test can put a folder in the place of `/` and a table with faults in
 * the place of the system's calls.
 *
 * Paths are those of the machine: absolute, without "." and "..". Results are
 * 0 or more, or -errno. Nothing here allocates, but for hki_files_list, and
 * nothing keeps state: the rest may be called between fork and exec. What reads
 * and writes texts takes registers, too (registers.h); text.h has files alone.
 */
#pragma once

#include "machine/files/system.h"
#include "machine/files/text.h"

#include <stdbool.h>
#include <stddef.h>

/* Reads the file as a string. Returns its length without the newlines at the
 * end; -EFBIG if it does not fit. */
int hki_files_read(const struct hki_files *files, const char *path, char *text,
                   size_t room);

/* Reads a file that holds one number; -EBADMSG if it does not. */
int hki_files_read_number(const struct hki_files *files, const char *path,
                          long *number);

/* Replaces what the file holds, by one write(2), as such files want; -EIO if it
 * takes only part. Makes no file. An empty text is written as a newline. */
int hki_files_write(const struct hki_files *files, const char *path,
                    const char *text);

/* Whether the file is there, and whether this user may open it for writing.
 * The latter opens it: not for files where that already does something. */
bool hki_files_exists(const struct hki_files *files, const char *path);
int hki_files_may_write(const struct hki_files *files, const char *path);

/* Calls `each` with each name in the folder but "." and "..", in no order,
 * until it returns something else than 0, which is then the result. */
int hki_files_list(const struct hki_files *files, const char *folder,
                   int (*each)(void *context, const char *name), void *context);

int hki_files_make_folder(const struct hki_files *files, const char *path);
int hki_files_remove_folder(const struct hki_files *files, const char *path);

/* Lists of processors as the kernel writes them: "0-3,8". Numbers are sorted
 * and no number is twice. Reading returns how many there are; -EBADMSG for
 * what is no such list, -E2BIG if there are more than `room` or a number is
 * HKI_MOST_CPUS or more. Printing returns the length; -E2BIG. */
int hki_files_parse_cpus(const char *text, unsigned *cpus, unsigned room);
int hki_files_print_cpus(const unsigned *cpus, unsigned count, char *text,
                         size_t room);

/* Where a thread may run, by /proc/TID/status: offline processors are in the
 * text too, as sched_getaffinity(2) would not have it. */
int hki_files_affinity(const struct hki_files *files, int tid, char *text,
                       size_t room);
int hki_files_set_affinity(const struct hki_files *files, int tid,
                           const char *text);

/* When the thread `tid` began, in clock ticks since the machine was started:
 * with its number this names a thread for good. -ESRCH: there is none. */
int hki_files_start_time(const struct hki_files *files, long tid,
                         unsigned long long *start);
