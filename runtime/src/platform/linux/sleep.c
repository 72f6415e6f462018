/* SPDX-License-Identifier: Apache-2.0
 *
 * Sleeping by futex(2). The kernel compares the word with `expected` and queues
 * the thread in one step for wakers.
 */
#define _GNU_SOURCE
#include "platform/children.h"
#include "platform/platform.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Leaves errno alone: tasks run between these, and theirs must stay. */
static void futex(const unsigned *word, int operation, unsigned value) {
  int saved = errno;
  syscall(SYS_futex, word, operation, value, NULL, NULL, 0);
  errno = saved;
}

void hki_platform_sleep(const unsigned *word, unsigned expected) {
  futex(word, FUTEX_WAIT_PRIVATE, expected);
}

void hki_platform_wake(const unsigned *word) {
  futex(word, FUTEX_WAKE_PRIVATE, INT_MAX);
}

/* futex_waitv(2), Linux 5.16; libc may not know it. */
#ifndef SYS_futex_waitv
#define SYS_futex_waitv 449
#endif
struct wait_entry {
  uint64_t value, address;
  uint32_t flags, reserved;
};

static bool wait_for_any(const unsigned *const *words, const unsigned *expected,
                         unsigned count) {
  enum { BITS_32 = 2 };
  struct wait_entry entries[HKI_MOST_WORDS];
  for (unsigned i = 0; i < count; i++)
    entries[i] = (struct wait_entry){expected[i], (uintptr_t)words[i],
                                     BITS_32 | FUTEX_PRIVATE_FLAG, 0};
  return syscall(SYS_futex_waitv, entries, count, 0, NULL, 0) >= 0 ||
         (errno != ENOSYS && errno != EPERM);
}

void hki_platform_sleep_any(const unsigned *const *words,
                            const unsigned *expected, unsigned count) {
  int saved = errno;
  struct timespec moment = {0, 50 * 1000};
  if (count > HKI_MOST_WORDS || !wait_for_any(words, expected, count))
    nanosleep(&moment, NULL);
  errno = saved;
}

void hki_platform_sleep_shared(const unsigned *word, unsigned expected) {
  futex(word, FUTEX_WAIT, expected);
}

void hki_platform_wake_shared(const unsigned *word) {
  futex(word, FUTEX_WAKE, INT_MAX);
}

void hki_platform_sleep_shared_for(const unsigned *word, unsigned expected,
                                   unsigned long ns) {
  const unsigned long second = 1000000000;
  int saved = errno;
  long most[] = {(long)(ns / second), (long)(ns % second)}; /* the kernel's */
  syscall(SYS_futex, word, FUTEX_WAIT, expected, most, NULL, 0);
  errno = saved;
}

void hki_platform_after_fork(void) {}
