/* SPDX-License-Identifier: Apache-2.0
 *
 * Workers as plain threads.
 */
#include "team/launch.h"

static void work(void *worker) { hki_work(worker); }

static unsigned launch(struct hki_worker *const *workers, unsigned count,
                       struct hki_signals *before) {
  unsigned started = 0;
  while (started < count &&
         hki_platform_start(work, workers[started], before) == 0)
    started++;
  return started;
}

const struct hki_launcher hki_threads_launcher = {"threads", launch, NULL};
