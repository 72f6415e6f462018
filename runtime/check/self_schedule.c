/* SPDX-License-Identifier: Apache-2.0
 *
 * Dynamic self-scheduling: cores take blocks of iterations at run time. Tasks
 * run one at a time here, so the first chunk would take all blocks; to see
 * conflicts between chunks, each gets every so-manieth. A struct hk_turn keeps
 * the instance and the block taken last, plus one. And what else depends on
 * time elsewhere.
 */
#include "check.h"

long long hki_check_take(struct hk_turn *turn, unsigned instance,
                         unsigned chunk, unsigned chunks, long long trips,
                         long long size) __asm__("__hocket_check_take");

long long hki_check_take(struct hk_turn *turn, unsigned instance,
                         unsigned chunk, unsigned chunks, long long trips,
                         long long size) {
  unsigned taken = (unsigned)turn->at, block = chunk;
  if ((unsigned)(turn->at >> 32) == instance && taken != 0 &&
      (taken - 1) % chunks == chunk)
    block = taken - 1 + chunks;
  if (hk_block_begin(trips, size, block) >= trips)
    return trips;
  turn->at = (unsigned long long)instance << 32 | (block + 1);
  return hk_block_begin(trips, size, block);
}

/* The same in each run: iterations of pipelines overlap. */
void hk_judge_overlap(struct hk_pipeline *p, const struct hk_overlap *o,
                      long long iteration) {
  (void)o, (void)iteration;
  p->next = ~0ULL;
}
