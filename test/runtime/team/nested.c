/* SPDX-License-Identifier: Apache-2.0
 *
 * A region entered from within a region - the same one or another, on core 0 or
 * on a worker, recursively - runs sequentially.
 */
#include "check.h"

enum { CORES = 3 };

static struct hk_region *region, *other;
static unsigned refused[CORES], ran[CORES];

static void empty(struct hk_core *core, void *frame) {
  (void)core;
  (void)frame;
}

/* As emitted code does: parallel if possible, else sequentially. */
static void recurse(unsigned core, unsigned depth) {
  if (hk_run(region, NULL)) {
    ran[core]++;
    return;
  }
  refused[core]++;
  if (depth < 10)
    recurse(core, depth + 1);
}

static void program(struct hk_core *core, void *frame) {
  (void)frame;
  CHECK(hk_run(other, NULL) == 0);
  recurse(core->id, 0);
}

int main(void) {
  setenv("HOCKET_CORES", "3", 1);
  region = new_region(program, CORES);
  other = new_region(empty, 2);
  for (unsigned i = 1; i <= 100; i++) {
    CHECK(hk_run(region, NULL));
    for (unsigned core = 0; core < CORES; core++) {
      CHECK(ran[core] == 0);
      CHECK(refused[core] == 11 * i);
    }
    CHECK(hk_run(other, NULL));
  }
  return 0;
}
