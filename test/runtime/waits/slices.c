/* SPDX-License-Identifier: Apache-2.0
 *
 * Linux: a thread's time slices become shorter and are put back, and nothing
 * else of its scheduling changes.
 */
#define _GNU_SOURCE
#include "../check.h"
#include "platform/platform.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>

struct attributes {
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime, deadline, period;
};

static struct attributes own(void) {
  struct attributes now;
  memset(&now, 0, sizeof now);
  CHECK(syscall(SYS_sched_getattr, 0, &now, sizeof now, 0) == 0);
  return now;
}

int main(void) {
  errno = 0;
  int level = nice(3);
  CHECK(errno == 0);
  struct attributes before = own();
  unsigned long long slice = 0;
  errno = ERANGE;
  if (!hki_platform_shorten_slice(&slice)) {
    struct attributes after = own();
    CHECK(memcmp(&after, &before, sizeof after) == 0);
    return 77;
  }
  struct attributes shortened = own();
  CHECK(shortened.runtime < before.runtime && slice == before.runtime);
  CHECK(shortened.nice == level && shortened.policy == before.policy);
  hki_platform_restore_slice(slice);
  struct attributes after = own();
  CHECK(memcmp(&after, &before, sizeof after) == 0);
  CHECK(errno == ERANGE);
  return 0;
}
