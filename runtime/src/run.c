/* SPDX-License-Identifier: Apache-2.0
 *
 * Entering a region. One compare-and-swap decides who may; orders go to the
 * workers by one flag each, core 0's program runs here, and the region is left
 * when each worker's other flag says so. No lock is ever waited for.
 */
#include "team.h"
#include "waits/ways.h"

#include <errno.h>

static void start_workers(struct hki_team *team, const struct hk_region *region,
                          void *frame, unsigned traced) {
  struct hki_fpu fpu = hki_fpu_control();
  /* First all orders, then all signals: each signal waits for the stores
   * before it, which then travel together. */
  for (unsigned i = 1; i < region->count; i++)
    team->workers[i - 1]->order = (struct hki_order){
        region->programs[i], frame, region->count, region->epoch, fpu, traced};
  for (unsigned i = 1; i < region->count; i++) {
    struct hki_worker *worker = team->workers[i - 1];
    hk_signal(&worker->start, ++worker->number);
  }
}

static void await_workers(struct hki_team *team, unsigned count) {
  unsigned raised = 0;
  for (unsigned i = 1; i < count; i++) {
    struct hki_worker *worker = team->workers[i - 1];
    hk_wait(&worker->done, worker->number);
    raised |= worker->raised;
  }
  hki_fpu_raise(raised);
}

static void set_spin(struct hki_team *team, unsigned count) {
  unsigned spin = count <= team->usable ? HKI_SPIN : 0;
  if (__atomic_load_n(&team->spin, __ATOMIC_RELAXED) != spin)
    __atomic_store_n(&team->spin, spin, __ATOMIC_RELAXED);
}

/* Makes the team large enough. What files, clocks and threads leave in errno is
 * not for the program to see. */
static bool grow(struct hki_team *team, unsigned count) {
  int kept = errno;
  bool has_grown = hki_team_reach(team, count);
  errno = kept;
  return has_grown;
}

static int run(struct hki_team *team, struct hk_region *region, void *frame) {
  team->owner = hki_platform_self();
  bool grows = region->count > team->size;
  if (grows && !grow(team, region->count))
    return 0;
  set_spin(team, region->count);
  if (grows)
    hki_measure(team);
  if (team->pinned)
    hki_team_evade(team);
  unsigned traced = hki_trace_region(team->trace, region);
  struct hk_trace *trace =
      hki_trace_enter(hki_trace_first(team->trace), traced);
  struct hk_core core = {0, region->count, region->epoch, trace};
  start_workers(team, region, frame, traced);
  region->programs[0](&core, frame);
  await_workers(team, region->count);
  hki_wait_left();
  hki_trace_leave(trace);
  region->epoch = core.epoch;
  __atomic_fetch_add(&team->entered, 1, __ATOMIC_RELAXED);
  return 1;
}

int hk_run(struct hk_region *region, void *frame) {
  struct hki_team *team = &hki_team;
  unsigned expected = HKI_FREE;
  int ran = 0;
  if (__atomic_compare_exchange_n(&team->state, &expected, HKI_BUSY, false,
                                  __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    ran = run(team, region, frame);
    __atomic_store_n(&team->state, HKI_FREE, __ATOMIC_RELEASE);
  }
  if (!ran)
    __atomic_fetch_add(&team->refused, 1, __ATOMIC_RELAXED);
  return ran;
}
