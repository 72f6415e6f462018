/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that are mapped, by POSIX; Linux uses this file too. The process has no
 * such file open for longer than a call: the program may close what it has not
 * opened, and counts on the numbers of what it does open.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, in POSIX since 2024 */
#include "platform/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* Else SIGXFSZ would end the program. */
static bool is_allowed(unsigned long long size) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
         limit.rlim_cur == RLIM_INFINITY || size <= limit.rlim_cur;
}

/* A store into a page that has no block, and can get none, would end the
 * program with SIGBUS: so blocks come first. */
static int map(int file, unsigned long long offset, size_t size,
               void **memory) {
  if (!is_allowed(offset + size))
    return EFBIG;
  int problem;
  do
    problem = posix_fallocate(file, (off_t)offset, (off_t)size);
  while (problem == EINTR);
  if (problem)
    return problem;
  *memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, (off_t)offset);
  return *memory == MAP_FAILED ? errno : 0;
}

static bool is_it(const struct stat *status, const struct hki_mapped *file) {
  return status->st_dev == file->device && status->st_ino == file->number;
}

int hki_platform_map_new(const char *path, size_t size, struct hki_mapped *file,
                         void **memory) {
  struct stat status;
  int number = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (number < 0)
    return errno;
  int problem = fstat(number, &status) != 0 ? errno : 0;
  if (!problem)
    problem = map(number, 0, size, memory);
  if (problem)
    unlink(path);
  else
    *file = (struct hki_mapped){status.st_dev, status.st_ino};
  close(number);
  return problem;
}

int hki_platform_map_more(const char *path, const struct hki_mapped *file,
                          unsigned long long offset, size_t size,
                          void **memory) {
  struct stat status;
  int number = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (number < 0)
    return errno;
  int problem = fstat(number, &status) != 0 ? errno : 0;
  if (!problem && !is_it(&status, file))
    problem = ENOENT;
  if (!problem)
    problem = map(number, offset, size, memory);
  close(number);
  return problem;
}

void hki_platform_map_apart(void *memory, size_t size) {
  mmap(memory, size, PROT_READ | PROT_WRITE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

void hki_platform_remove_mapped(const char *path,
                                const struct hki_mapped *file) {
  struct stat status;
  if (lstat(path, &status) == 0 && is_it(&status, file))
    unlink(path);
}
