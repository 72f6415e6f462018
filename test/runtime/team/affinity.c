/* SPDX-License-Identifier: Apache-2.0
 *
 * Workers have a processor each, the entering thread keeps its mask, and when
 * it turns up on a worker's processor the worker goes elsewhere.
 */
#define _GNU_SOURCE
#include "processors.h"

static int processor[MOST_CORES];

static void look(struct hk_core *core, void *frame) {
  (void)frame;
  cpu_set_t mask;
  CHECK(sched_getaffinity(0, sizeof mask, &mask) == 0);
  processor[core->id] = -1;
  if (core->id == 0)
    return;
  CHECK(CPU_COUNT(&mask) == 1);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
    if (CPU_ISSET(cpu, &mask))
      processor[core->id] = cpu;
}

static void check_distinct(unsigned cores) {
  for (unsigned i = 1; i < cores; i++)
    for (unsigned j = 1; j < i; j++)
      CHECK(processor[i] != processor[j]);
}

static void move_to(int cpu) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
}

int main(void) {
  unsetenv("HOCKET_CORES");
  unsigned cores = hk_cores() < MOST_CORES ? hk_cores() : MOST_CORES;
  if (cores < 2)
    return 77;
  cpu_set_t before, after;
  CHECK(sched_getaffinity(0, sizeof before, &before) == 0);
  struct hk_region *region = new_region(look, cores);
  CHECK(hk_run(region, NULL));
  check_distinct(cores);
  CHECK(sched_getaffinity(0, sizeof after, &after) == 0);
  CHECK(CPU_EQUAL(&before, &after));
  for (unsigned i = 0; i < 50; i++) {
    int target = processor[1 + i % (cores - 1)];
    move_to(target);
    CHECK(hk_run(region, NULL));
    check_distinct(cores);
    for (unsigned core = 1; core < cores; core++)
      CHECK(processor[core] != target);
  }
  return 0;
}
