/* SPDX-License-Identifier: Apache-2.0
 *
 * Entering a region. One compare-and-swap decides who may; orders go to the
 * workers by one flag each, core 0's program runs here, and the region is left
 * when each worker's other flag says so. No lock is ever waited for. Where
 * there are more cores than processors, threads are given several cores.
 */
#include "platform/platform.h"
#include "team/measure.h"
#include "team/place.h"
#include "team/set_up.h"
#include "team/team.h"
#include "trace/record.h"
#include "waits/strategy.h"
#include "waits/waiting.h"

#include "hocket/abi_points.h"

#include <errno.h>
#include <stddef.h>

/* What thread `thread` of `threads` is to do. */
static struct hki_order order_of(const struct hk_region *region, void *frame,
                                 unsigned threads, unsigned thread) {
  unsigned first = hki_first_core(region->count, threads, thread);
  unsigned end = hki_first_core(region->count, threads, thread + 1);
  return (struct hki_order){.programs = region->programs + first,
                            .frame = frame,
                            .count = (unsigned short)region->count,
                            .epoch = region->epoch,
                            .first = (unsigned short)first,
                            .many = (unsigned short)(end - first)};
}

static void start_workers(struct hki_team *team, const struct hk_region *region,
                          const struct hki_order *order, unsigned threads) {
  /* First all orders, then all signals: each signal waits for the stores
   * before it, which then travel together. */
  for (unsigned i = 1; i < threads; i++) {
    struct hki_order *own = &team->workers[i - 1]->order;
    *own = order_of(region, order->frame, threads, i);
    own->fpu = order->fpu;
    own->traced = order->traced;
  }
  for (unsigned i = 1; i < threads; i++) {
    struct hki_worker *worker = team->workers[i - 1];
    hk_signal(&worker->start, ++worker->number);
  }
}

static void await_workers(struct hki_team *team, unsigned threads) {
  unsigned raised = 0;
  for (unsigned i = 1; i < threads; i++) {
    struct hki_worker *worker = team->workers[i - 1];
    hki_await(hki_done(worker), worker->number);
    raised |= worker->raised;
  }
  hki_fpu_raise(raised);
}

static void set_spin(const struct hki_team *team, unsigned threads) {
  unsigned spin = threads <= team->usable ? HKI_SPIN : 0;
  if (hki_usual_spin() != spin)
    __atomic_store_n(&hki_waiting.spin, spin, __ATOMIC_RELAXED);
}

static bool reach(struct hki_team *team, unsigned threads) {
  unsigned before = team->size;
  if (threads <= before)
    return true;
  bool is_reached = hki_team_reach(team, threads);
  if (team->size > before)
    hki_place(team);
  if (!is_reached)
    return false;
  set_spin(team, threads);
  hki_measure(team);
  return true;
}

/* Where the region has more cores than there are processors, if need be. */
static unsigned find_threads(struct hki_team *team,
                             const struct hk_region *region) {
  if (team->limit == 0)
    hki_team_set_up(team);
  hki_trace_follow();
  if (region->count > HKI_MOST_CORES)
    return 0;
  bool may_share = region->may_take_turns && team->has_fibers;
  if (may_share && region->count > team->usable && reach(team, team->usable) &&
      hki_team_share(team, region->count, team->usable))
    return team->usable;
  return reach(team, region->count) ? region->count : 0;
}

/* Threads for the region's cores; 0: not to be had. What files, clocks and
 * threads leave in errno is not for the program to see. */
static unsigned muster(struct hki_team *team, const struct hk_region *region) {
  if (region->count <= team->size && region->count <= team->usable)
    return region->count;
  int kept = errno;
  unsigned threads = find_threads(team, region);
  errno = kept;
  return threads;
}

static int run(struct hki_team *team, struct hk_region *region, void *frame,
               struct hk_points *points) {
  team->owner = hki_platform_self();
  unsigned threads = muster(team, region);
  if (threads == 0)
    return 0;
  set_spin(team, threads);
  if (team->pinned)
    hki_place_again(team);
  struct hki_order order = order_of(region, frame, threads, 0);
  order.fpu = hki_fpu_control();
  order.traced = (unsigned short)hki_trace_region(region);
  struct hk_trace *trace =
      hki_trace_enter(hki_trace_of(0, order.traced), order.traced);
  hki_planned_enter(&team->resources.planned, points);
  start_workers(team, region, &order, threads);
  unsigned epoch = hki_run_order(&order, team->fibers);
  await_workers(team, threads);
  hki_wait_left();
  hki_planned_leave(&team->resources.planned, points);
  hki_trace_leave(trace);
  region->epoch = epoch;
  unsigned entered = __atomic_load_n(&team->entered, __ATOMIC_RELAXED) + 1;
  __atomic_store_n(&team->entered, entered, __ATOMIC_RELAXED);
  return 1;
}

/* A child that core 0 has forked may come here, where it needed nobody any
 * more. It has no team. */
static void leave(struct hki_team *team) {
  unsigned state = __atomic_load_n(&team->state, __ATOMIC_RELAXED);
  if (state != HKI_BUSY)
    __atomic_store_n(&hki_waiting.is_orphan, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&team->state, state == HKI_BUSY ? HKI_FREE : HKI_LOST,
                   __ATOMIC_RELEASE);
}

int hk_run_at(struct hk_region *region, void *frame, struct hk_points *points) {
  struct hki_team *team = &hki_team;
  unsigned expected = HKI_FREE;
  int ran = 0;
  if (!__atomic_load_n(&team->is_lent, __ATOMIC_RELAXED) &&
      __atomic_compare_exchange_n(&team->state, &expected, HKI_BUSY, false,
                                  __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    ran = run(team, region, frame, points);
    leave(team);
  }
  if (!ran)
    __atomic_fetch_add(&team->refused, 1, __ATOMIC_RELAXED);
  return ran;
}

void hk_wish(const struct hk_core *core, unsigned slot) {
  hki_planned_wish(&hki_team.resources.planned, core->id, slot);
}

int hk_run(struct hk_region *region, void *frame) {
  return hk_run_at(region, frame, NULL);
}
