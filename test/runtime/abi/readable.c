/* SPDX-License-Identifier: Apache-2.0
 *
 * What can be read without a fault, around the end of a mapping. A system that
 * cannot tell says no.
 */
#define _DEFAULT_SOURCE
#include "check.h"
#include "hocket/abi.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Argument: "kernel", where the platform asks it. */
int main(int argc, char **argv) {
  long page = sysconf(_SC_PAGESIZE);
  char *map = mmap(0, (size_t)(4 * page), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(map != MAP_FAILED);
  int populateRead = 22; /* MADV_POPULATE_READ, since Linux 5.14 */
  int knows = argc > 1 && !strcmp(argv[1], "kernel") &&
              !madvise(map, (size_t)page, populateRead);
  errno = 77;
  CHECK(hk_is_readable(map, 0, page) == knows);
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
