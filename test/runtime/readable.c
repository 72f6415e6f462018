/* SPDX-License-Identifier: Apache-2.0
 *
 * What can be read without a fault, around the end of a mapping. A system that
 * cannot tell says no.
 */
#define _DEFAULT_SOURCE
#include "check.h"
#include "hocket/abi.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
  long page = sysconf(_SC_PAGESIZE);
  char *map = mmap(0, (size_t)(4 * page), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(map != MAP_FAILED);
  errno = 77;
  int knows = hk_is_readable(map, 0, page);
#ifdef __linux__
  CHECK(knows || !madvise(map, 1, MADV_NORMAL)); // kernels before 5.14
#endif
  CHECK(!munmap(map + 3 * page, (size_t)page));
  CHECK(!mprotect(map, (size_t)page, PROT_NONE));
  CHECK(hk_is_readable(map + page, 0, 2 * page) == knows);
  CHECK(hk_is_readable(map + 2 * page, -page, page) == knows);
  CHECK(hk_is_readable(map + 3 * page, -1, 0) == knows);
  CHECK(!hk_is_readable(map + page, 0, 2 * page + 1));
  CHECK(!hk_is_readable(map + page, -1, 2));
  CHECK(!hk_is_readable(map + 3 * page, 0, 1));
  CHECK(hk_is_readable(0, 0, 0) && !hk_is_readable(0, 0, 1));
  CHECK(!hk_is_readable(map, 5, 4) && !hk_is_readable(map, hk_none(), 4));
  CHECK(!hk_is_readable(map + page, 0, 1LL << 40));
  CHECK(errno == 77);
  return 0;
}
