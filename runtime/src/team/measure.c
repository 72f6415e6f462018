/* SPDX-License-Identifier: Apache-2.0
 *
 * What a hand-over costs on this machine: a few empty regions on two cores, as
 * soon as there are two. The least time counts, for whatever is added to it is
 * something else; and not for long, where the machine is busy.
 */
#include "team/measure.h"

#include "platform/platform.h"

enum { TRIES = 10, MOST_NS = 200 * 1000, LARGEST = 100 * 1000 };

unsigned hk_handover;

static unsigned is_alone; /* atomic */

void hki_measure_alone(bool alone) {
  __atomic_store_n(&is_alone, alone, __ATOMIC_RELAXED);
}

int hk_pays_here(double work, double least, unsigned planned) {
  unsigned here = __atomic_load_n(&hk_handover, __ATOMIC_RELAXED);
  if (__atomic_load_n(&is_alone, __ATOMIC_RELAXED))
    return 0;
  if (here > 8 * planned)
    here = 8 * planned;
  return work >= (here > planned ? least / planned * here : least);
}

static void nothing(struct hk_core *core, void *frame) {
  (void)core;
  (void)frame;
}

void hki_measure(struct hki_team *team) {
  static hk_core_program *const program = nothing;
  struct hki_worker *worker = team->workers[0];
  unsigned long long begin = hki_platform_clock(), before = begin, least = 0;
  for (unsigned i = 0; i < TRIES && before - begin < MOST_NS; i++) {
    worker->order = (struct hki_order){.programs = &program,
                                       .fpu = hki_fpu_control(),
                                       .count = 2,
                                       .first = 1,
                                       .many = 1};
    hk_signal(&worker->start, ++worker->number);
    hki_await(hki_done(worker), worker->number);
    unsigned long long after = hki_platform_clock();
    if (least == 0 || after - before < least)
      least = after - before;
    before = after;
  }
  /* There and back. */
  least = least / 2 > LARGEST ? LARGEST : least / 2;
  __atomic_store_n(&hk_handover, (unsigned)least, __ATOMIC_RELAXED);
}
