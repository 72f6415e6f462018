/* SPDX-License-Identifier: Apache-2.0
 *
 * Who a journal belongs to: a process, named so that neither a reused pid, nor
 * a restart of the machine, nor a container with pids of its own is mistaken
 * for it. exec changes none of this: the journal stays with the process.
 */
#pragma once

#include <stdbool.h>

struct hki_owner {
  char boot[48];            /* boot id: /proc/sys/kernel/random/boot_id */
  unsigned long long space; /* inode of the pid namespace */
  unsigned long long pid;
  unsigned long long start; /* in clock ticks since boot */
  char name[32];            /* for people: /proc/PID/comm */
};

/* A program that was in the way; pid 0: none. */
struct hki_holder {
  long pid;
  char name[32];
};

enum hki_owner_state {
  HKI_OWNER_LIVES,
  HKI_OWNER_DEAD,
  HKI_OWNER_OF_OTHER_BOOT, /* nothing of what it did is left */
  HKI_OWNER_OUT_OF_SIGHT,  /* in another pid namespace: cannot be known */
};

/* The calling process. 0 or -errno, if there is no procfs. */
int hki_owner_self(struct hki_owner *self);

/* Needs no allocation. Where procfs cannot be read it counts as out of sight.
 */
enum hki_owner_state hki_owner_state(const struct hki_owner *owner);
