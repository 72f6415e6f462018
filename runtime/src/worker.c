/* SPDX-License-Identifier: Apache-2.0
 *
 * A worker: wait for an order, run the core's program, say so. It never ends:
 * the process ends around it, whether it runs, spins or sleeps, so that exit()
 * needs nobody's consent.
 */
#include "team.h"
#include "turns/turns.h"
#include "waits/ways.h"

static void run_core(const struct hki_order *order) {
  struct hk_trace *trace = hki_trace_enter(
      hki_team_trace(&hki_team, order->first, order->traced), order->traced);
  struct hk_core core = {order->first, order->count, order->epoch, trace};
  order->programs[0](&core, order->frame);
  hki_trace_leave(trace);
}

static void run(struct hki_worker *worker) {
  hki_fpu_adopt(worker->order.fpu);
  if (worker->order.many == 1)
    run_core(&worker->order);
  else
    hki_take_turns(worker->turns, &worker->order);
  unsigned raised = hki_fpu_raised();
  if (worker->raised != raised) /* spares the cache line */
    worker->raised = raised;
}

static unsigned idle_spin(void) {
  unsigned spin = __atomic_load_n(&hki_team.spin, __ATOMIC_RELAXED);
  return spin < HKI_SPIN_IDLE ? spin : HKI_SPIN_IDLE;
}

/* Most gaps between regions are short. In a longer one the core may rest. */
static void await_order(struct hki_worker *worker, unsigned number,
                        struct hki_rest *rest) {
  const struct hki_resources *resources = &hki_team.resources;
  if (!resources->may_rest) {
    hki_wait(&worker->start, number, idle_spin());
    return;
  }
  if (!hki_wait_awake(&worker->start_value, number, idle_spin()))
    hki_rest(resources, rest, worker->id, &worker->start, number);
}

void hki_work(struct hki_worker *worker) {
  hki_platform_block_signals();
  unsigned number = worker->number;
  struct hki_rest rest = {0};
  worker->thread = hki_platform_self();
  hki_signal(hki_done(worker), number);
  for (;;) {
    await_order(worker, ++number, &rest);
    run(worker);
    hki_signal(hki_done(worker), number);
  }
}
