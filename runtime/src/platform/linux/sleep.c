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

/* Both leave errno alone: tasks run between them, and theirs must stay. */
void hki_platform_sleep(const unsigned *word, unsigned expected) {
  int saved = errno;
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, NULL, NULL, 0);
  errno = saved;
}

void hki_platform_wake(const unsigned *word) {
  int saved = errno;
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
  errno = saved;
}

void hki_platform_after_fork(void) {}
