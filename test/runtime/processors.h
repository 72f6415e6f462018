/* SPDX-License-Identifier: Apache-2.0
 *
 * Linux: the calling thread's affinity mask, for tests that need a machine of
 * some size. Needs _GNU_SOURCE.
 */
#pragma once

#include "check.h"

#include <sched.h>

/* Leaves the calling thread `count` processors; 77 if there are not so many. */
static inline void keep_processors(unsigned count) {
  cpu_set_t all, some;
  CPU_ZERO(&some);
  CHECK(sched_getaffinity(0, sizeof all, &all) == 0);
  for (unsigned cpu = 0; cpu < CPU_SETSIZE && count > 0; cpu++)
    if (CPU_ISSET(cpu, &all)) {
      CPU_SET(cpu, &some);
      count--;
    }
  if (count > 0)
    exit(77);
  CHECK(sched_setaffinity(0, sizeof some, &some) == 0);
}
