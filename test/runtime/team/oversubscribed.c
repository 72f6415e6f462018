/* SPDX-License-Identifier: Apache-2.0
 *
 * Eight cores on two processors, and on one: a chain of waits through all of
 * them ends, and every core is given the processors there are.
 */
#define _GNU_SOURCE
#include "processors.h"

enum { CORES = 8, ROUNDS = 500 };

static struct hk_flag flags[CORES];
static unsigned hops;
static int processors;

static void chain(struct hk_core *core, void *frame) {
  (void)frame;
  cpu_set_t mask;
  CHECK(sched_getaffinity(0, sizeof mask, &mask) == 0);
  CHECK(CPU_COUNT(&mask) == processors);
  unsigned before = (core->id + CORES - 1) % CORES;
  for (unsigned i = 1; i <= ROUNDS; i++) {
    hk_wait(&flags[before], core->epoch + (core->id == 0 ? i - 1 : i));
    CHECK(hops++ == (i - 1) * CORES + core->id);
    hk_signal(&flags[core->id], core->epoch + i);
  }
  core->epoch += ROUNDS;
}

static void run(void) {
  struct hk_region *region = new_region(chain, CORES);
  CHECK(hk_run(region, NULL));
  CHECK(hops == ROUNDS * CORES);
}

static void on_two(void) {
  unsetenv("HOCKET_CORES");
  processors = 2;
  keep_processors(2);
  run();
}

static void on_one(void) {
  setenv("HOCKET_CORES", "8", 1);
  processors = 1;
  keep_processors(1);
  run();
}

int main(void) {
  CHECK(in_child(on_one) == 0);
  int status = in_child(on_two);
  CHECK(WIFEXITED(status));
  return WEXITSTATUS(status);
}
