/* SPDX-License-Identifier: Apache-2.0
 *
 * Time slices of ordinary threads, and how often they end too early for them
 * (Linux 6.12 and later; everybody may). Older kernels say 0, and are left
 * alone.
 */
#define _GNU_SOURCE
#include "platform/platform.h"

#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* sched_setattr(2); libc has no name for it yet. */
struct attributes {
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime, deadline, period;
};

enum { SHORTEST = 100 * 1000 }; /* ns; the kernel's own limit */

/* Keeps policy and nice value. */
static bool set_slice(uint64_t ns, unsigned long long *before) {
  int saved = errno;
  struct attributes now = {.size = sizeof now};
  bool is_set = false;
  if (syscall(SYS_sched_getattr, 0, &now, sizeof now, 0) == 0 &&
      now.policy == SCHED_OTHER && now.runtime != 0) {
    *before = now.runtime;
    now.runtime = ns;
    is_set = syscall(SYS_sched_setattr, 0, &now, 0) == 0;
  }
  errno = saved;
  return is_set;
}

bool hki_platform_shorten_slice(unsigned long long *before) {
  return set_slice(SHORTEST, before);
}

void hki_platform_restore_slice(unsigned long long before) {
  unsigned long long shortened;
  set_slice(before, &shortened);
}

unsigned long hki_platform_interrupted(void) {
  struct rusage usage;
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? (unsigned long)usage.ru_nivcsw
                                               : 0;
}
