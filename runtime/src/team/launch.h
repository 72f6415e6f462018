/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the threads of the team come from.
 */
#pragma once

#include "team/worker.h"

/* A way to make threads. */
struct hki_launcher {
  const char *name;
  /* Starts a thread for each of the workers, which calls hki_work, and returns
   * how many will come: the first so many. */
  unsigned (*launch)(struct hki_worker *const *workers, unsigned count,
                     struct hki_signals *before);
  /* Like hki_platform_processors, where the launcher knows more; else 0. May
   * be NULL. */
  unsigned (*processors)(unsigned **list);
};

extern const struct hki_launcher hki_threads_launcher;
/* In libhocket_openmp.a, if that is linked. */
extern const struct hki_launcher hki_openmp_launcher __attribute__((weak));
