/* SPDX-License-Identifier: Apache-2.0 */
#include "team/order.h"

#include "trace/record.h"

struct share {
  const struct hki_order *order;
  unsigned epoch; /* that the first core's program has left */
};

/* Core 0 is in the region from hk_run's beginning to its end. */
static struct hk_trace *enter(unsigned id, unsigned traced) {
  return id == 0 ? hki_own_trace
                 : hki_trace_enter(hki_trace_of(id, traced), traced);
}

static void run_core(void *context, unsigned number) {
  struct share *share = context;
  const struct hki_order *order = share->order;
  if (number > 0)
    hki_fpu_adopt(order->fpu);
  unsigned id = order->first + number;
  struct hk_trace *trace = enter(id, order->traced);
  struct hk_core core = {id, order->count, order->epoch, trace};
  order->programs[number](&core, order->frame);
  if (id != 0)
    hki_trace_leave(trace);
  if (number == 0)
    share->epoch = core.epoch;
}

unsigned hki_run_order(const struct hki_order *order,
                       struct hki_fibers *fibers) {
  struct share share = {order, 0};
  if (order->many == 1)
    run_core(&share, 0);
  else
    hki_fibers_run(fibers, order->many, run_core, &share);
  return share.epoch;
}
