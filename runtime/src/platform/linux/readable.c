/* SPDX-License-Identifier: Apache-2.0
 *
 * MADV_POPULATE_READ (Linux 5.14) does what reading each page once would do,
 * and says where that would fault instead of faulting. Older kernels refuse it;
 * so do device mappings. Emulators of user programs (QEMU 7) take every advice
 * for good, also for pages that are not there; so that is asked first.
 */
#define _DEFAULT_SOURCE
#include "platform/platform.h"

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

/* Says the system of page 0, which no program has, that it could be read? */
static bool says_anything(unsigned long page) {
  return madvise(NULL, page, MADV_POPULATE_READ) == 0;
}

bool hki_platform_is_readable(unsigned long first, size_t bytes) {
  unsigned long page = (unsigned long)sysconf(_SC_PAGESIZE);
  unsigned long begin = first / page * page, last = first + (bytes - 1);
  if (last < first)
    return false;
  int error = errno;
  size_t length = (last / page + 1) * page - begin;
  bool accepted = madvise((void *)begin, length, MADV_POPULATE_READ) == 0 &&
                  !says_anything(page);
  errno = error;
  return accepted;
}
