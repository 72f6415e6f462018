/* SPDX-License-Identifier: Apache-2.0
 *
 * Entries that ask a net, as emitted code does: each entry's work is done once,
 * whichever way and whoever else enters; what HOCKET_ADAPT says is done.
 */
#include "check.h"

#include <pthread.h>
#include <string.h>

enum { CORES = 2, THREADS = 4, ENTRIES = 3000, WORK = 2000 };

struct frame {
  unsigned done[CORES];
};

static void program(struct hk_core *core, void *frame) {
  ((struct frame *)frame)->done[core->id]++;
}

static struct hk_net net = {.name = "net.c:1 test", .cores = CORES};
static struct hk_region *region;
static unsigned parallel; /* entries; atomic */

/* As codegen writes it. */
static void enter(struct frame *frame) {
  int ran = 0;
  struct hk_probe probe;
  probe.since = 0;
  if (hk_asks(&net, &probe, WORK)) {
    ran = hk_run(region, frame);
    if (!ran)
      probe.since = 0;
  }
  __atomic_fetch_add(&parallel, (unsigned)ran, __ATOMIC_RELAXED);
  if (!ran)
    for (unsigned i = 0; i < CORES; i++)
      frame->done[i]++;
  hk_tells(&net, &probe);
}

static void *enter_often(void *unused) {
  struct frame frame = {{0}};
  for (unsigned i = 0; i < ENTRIES; i++)
    enter(&frame);
  for (unsigned i = 0; i < CORES; i++)
    CHECK(frame.done[i] == ENTRIES);
  return unused;
}

/* They ask and tell at once, and refuse each other the team. */
static void many_threads(void) {
  pthread_t threads[THREADS];
  for (unsigned i = 0; i < THREADS; i++)
    CHECK(pthread_create(&threads[i], NULL, enter_often, NULL) == 0);
  for (unsigned i = 0; i < THREADS; i++)
    CHECK(pthread_join(threads[i], NULL) == 0);
}

static void off(void) {
  setenv("HOCKET_ADAPT", "off", 1);
  enter_often(NULL);
  CHECK(parallel == ENTRIES);
}

static void alternate(void) {
  setenv("HOCKET_ADAPT", "alternate", 1);
  enter_often(NULL);
  CHECK(parallel > ENTRIES / 2 - 3 && parallel < ENTRIES / 2 + 3);
}

/* What cannot run in parallel is neither timed nor judged. */
static void one_processor(void) {
  setenv("HOCKET_CORES", "1", 1);
  enter_often(NULL);
  CHECK(parallel == 0);
  CHECK(net.spent_ns == 0 && net.sizes[0].phase == 0);
}

/* Only an entry that was asked for and ran is told of. */
static void refused(void) {
  struct frame frame = {{0}};
  enter(&frame); /* the team is made */
  unsigned before = parallel;
  region->count = 2000;
  for (unsigned i = 0; i < 100; i++)
    enter(&frame);
  CHECK(parallel == before && net.sizes[0].taken == 0);
}

static void enter_within(struct hk_core *core, void *frame) {
  if (core->id == 0)
    enter(frame);
}

/* Within another region all cores are busy: what an entry takes there is not
 * what it takes elsewhere. */
static void nested(void) {
  struct frame frame = {{0}};
  struct hk_size *size = &net.sizes[hk_size_of(WORK)];
  CHECK(hk_run(region, &frame));
  size->is_sequential = 1;
  size->phase = 1;
  net.state[hk_size_of(WORK)] = 1;
  CHECK(hk_run(new_region(enter_within, CORES), &frame));
  CHECK(size->taken == 0 && parallel == 0);
  enter(&frame);
  CHECK(size->taken == 1 && parallel == 0);
}

int main(void) {
  setenv("HOCKET_CORES", "2", 0);
  region = new_region(program, CORES);
  CHECK(in_child(off) == 0);
  CHECK(in_child(alternate) == 0);
  CHECK(in_child(one_processor) == 0);
  CHECK(in_child(refused) == 0);
  CHECK(in_child(nested) == 0);
  many_threads();
  return 0;
}
