/* SPDX-License-Identifier: Apache-2.0
 *
 * Where each thread has a second stack that jumps know nothing of (clang's
 * -fsanitize=safe-stack, here by its entry point alone), each core has a
 * thread, on one processor too.
 */
#define _GNU_SOURCE
#include "processors.h"

#include <pthread.h>

enum { CORES = 4 };

void __safestack_init(void) {}

static pthread_t threads[CORES];

static void note_thread(struct hk_core *core, void *frame) {
  (void)frame;
  threads[core->id] = pthread_self();
}

int main(void) {
  keep_processors(1);
  setenv("HOCKET_CORES", "64", 1);
  struct hk_region *region = new_region(note_thread, CORES);
  region->may_take_turns = 1;
  CHECK(hk_run(region, NULL));
  for (unsigned i = 1; i < CORES; i++)
    for (unsigned j = 0; j < i; j++)
      CHECK(!pthread_equal(threads[i], threads[j]));
  return 0;
}
