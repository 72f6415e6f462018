/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers pass 2^32 - in a flag, in a region's epoch, in a barrier - and
 * nothing notices.
 */
#include "check.h"

#include <errno.h>
#include <limits.h>

static struct hk_flag flags[2];
static unsigned shared;

static void exchange(struct hk_core *core, void *frame) {
  (void)frame;
  unsigned epoch = core->epoch;
  for (unsigned i = 1; i <= 3; i++) {
    if (core->id == 1)
      hk_wait(&flags[0], epoch + i);
    CHECK(shared++ == 2 * (i - 1) + core->id);
    hk_signal(&flags[core->id], epoch + i);
    if (core->id == 0)
      hk_wait(&flags[1], epoch + i);
  }
  core->epoch = epoch + 3;
}

static void check_regions(void) {
  struct hk_region *region = new_region(exchange, 2);
  unsigned start = UINT_MAX - 30;
  region->epoch = flags[0].value = flags[1].value = start;
  for (unsigned i = 1; i <= 20; i++) {
    shared = 0;
    CHECK(hk_run(region, NULL));
    CHECK(shared == 6);
    CHECK(region->epoch == start + 3 * i);
  }
  CHECK(region->epoch < 100);
}

static struct hk_barrier barrier;

static void meet(struct hk_core *core, void *frame) {
  (void)core;
  unsigned *last = frame;
  for (unsigned i = 0; i < 10; i++)
    if (hk_barrier_wait(&barrier))
      __atomic_fetch_add(last, 1, __ATOMIC_RELAXED);
}

static void meet_as(struct hk_core *core, void *frame) {
  unsigned *last = frame;
  for (unsigned i = 0; i < 10; i++)
    if (hk_barrier_wait_as(&barrier, core->id))
      __atomic_fetch_add(last, 1, __ATOMIC_RELAXED);
}

static void check_barrier(void) {
  CHECK(hk_barrier_init(&barrier, 0) == -EINVAL);
  CHECK(hk_barrier_init(&barrier, 2) == 0);
  barrier.passed = UINT_MAX - 4;
  unsigned last = 0;
  CHECK(hk_run(new_region(meet, 2), &last));
  CHECK(last == 10);
  CHECK(barrier.passed == 5);
  barrier.lines[0].arrived = barrier.lines[1].arrived = UINT_MAX - 4;
  CHECK(hk_run(new_region(meet_as, 2), &last));
  CHECK(last == 20);
  CHECK(barrier.lines[0].arrived == 5 && barrier.lines[1].arrived == 5);
}

int main(void) {
  setenv("HOCKET_CORES", "2", 1);
  check_regions();
  check_barrier();
  return 0;
}
