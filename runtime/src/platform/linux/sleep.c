/* SPDX-License-Identifier: Apache-2.0
 *
 * Sleeping by futex(2). The kernel compares the word with `expected` and queues
 * the thread in one step for wakers.
 */
#define _GNU_SOURCE
#include "platform.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
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

void hki_platform_sleep_shared(const unsigned *word, unsigned expected) {
  futex(word, FUTEX_WAIT, expected);
}

void hki_platform_wake_shared(const unsigned *word) {
  futex(word, FUTEX_WAKE, INT_MAX);
}

void hki_platform_after_fork(void) {}
