/* SPDX-License-Identifier: Apache-2.0
 *
 * The system's calls, with -errno as results.
 */
#define _GNU_SOURCE
#include "machine/files/system.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int open_file(int folder, const char *path, int flags, unsigned mode) {
  int file;
  do
    file = openat(folder, path, flags, (mode_t)mode);
  while (file < 0 && errno == EINTR);
  return file < 0 ? -errno : file;
}

static long read_file(int file, void *bytes, size_t room) {
  ssize_t length;
  do
    length = read(file, bytes, room);
  while (length < 0 && errno == EINTR);
  return length < 0 ? -errno : length;
}

static long write_file(int file, const void *bytes, size_t length) {
  ssize_t written;
  do
    written = write(file, bytes, length);
  while (written < 0 && errno == EINTR);
  return written < 0 ? -errno : written;
}

static long rewrite_file(int file, const void *bytes, size_t length) {
  ssize_t written;
  do
    written = pwrite(file, bytes, length, 0);
  while (written < 0 && errno == EINTR);
  return written < 0 ? -errno : written;
}

static int close_file(int file) { return close(file) == 0 ? 0 : -errno; }

static int make_folder(const char *path) {
  return mkdir(path, 0755) == 0 ? 0 : -errno;
}

static int remove_folder(const char *path) {
  return rmdir(path) == 0 ? 0 : -errno;
}

static int set_affinity(int tid, const unsigned long *mask, size_t bytes) {
  int result = sched_setaffinity(tid, bytes, (const cpu_set_t *)mask);
  return result == 0 ? 0 : -errno;
}

static void pause_for(unsigned milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000l};
  nanosleep(&time, NULL);
}

static void store(volatile unsigned *word, unsigned value) { *word = value; }

const struct hki_file_calls hki_system_calls = {
    .open = open_file,
    .read = read_file,
    .write = write_file,
    .rewrite = rewrite_file,
    .close = close_file,
    .make_folder = make_folder,
    .remove_folder = remove_folder,
    .set_affinity = set_affinity,
    .pause = pause_for,
    .store = store,
};

const struct hki_files hki_machine = {"", &hki_system_calls};
