/* SPDX-License-Identifier: Apache-2.0
 *
 * The system's calls that change or read the machine, as a table: a test puts
 * one with faults in its place, and a folder in the place of `/`.
 */
#pragma once

#include <stddef.h>

/* The system's calls, or a test's. All return -errno where they fail. */
struct hki_file_calls {
  /* openat(2); `folder` is AT_FDCWD for absolute paths. */
  int (*open)(int folder, const char *path, int flags, unsigned mode);
  long (*read)(int file, void *bytes, size_t room);
  long (*write)(int file, const void *bytes, size_t length);
  /* pwrite(2) to the file's beginning */
  long (*rewrite)(int file, const void *bytes, size_t length);
  int (*close)(int file);
  int (*make_folder)(const char *path);
  int (*remove_folder)(const char *path);
  /* sched_setaffinity(2) */
  int (*set_affinity)(int tid, const unsigned long *mask, size_t bytes);
  void (*pause)(unsigned milliseconds);
  /* Writes a device's register (registers.h). */
  void (*store)(volatile unsigned *word, unsigned value);
};

extern const struct hki_file_calls hki_system_calls;

struct hki_files {
  const char *root; /* "" is the machine; else what stands before each path */
  const struct hki_file_calls *calls;
};

/* The machine itself. */
extern const struct hki_files hki_machine;

/* Bytes that hold any path with its root, and any value of a file that is
 * changed, with the final 0. */
enum { HKI_PATH_ROOM = 1024, HKI_VALUE_ROOM = 4096 };

/* More processors than Linux can be built for. */
enum { HKI_MOST_CPUS = 8192 };
