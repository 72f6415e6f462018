/* SPDX-License-Identifier: Apache-2.0
 *
 * A worker: wait for an order, run the core's program, say so. It never ends:
 * the process ends around it, whether it runs, spins or sleeps, so that exit()
 * needs nobody's consent.
 */
#include "team/worker.h"

#include "waits/strategy.h"
#include "waits/waiting.h"

static void run(struct hki_worker *worker) {
  hki_fpu_adopt(worker->order.fpu);
  hki_run_order(&worker->order, worker->fibers);
  unsigned raised = hki_fpu_raised();
  if (worker->raised != raised) /* spares the cache line */
    worker->raised = raised;
}

static unsigned idle_spin(void) {
  unsigned spin = hki_usual_spin();
  return spin < HKI_SPIN_IDLE ? spin : HKI_SPIN_IDLE;
}

/* Most gaps between regions are short. In a longer one the core may rest. */
static void await_order(struct hki_worker *worker, unsigned number,
                        struct hki_rest *rest) {
  const struct hki_resources *resources = worker->resources;
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
