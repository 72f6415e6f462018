/* SPDX-License-Identifier: Apache-2.0
 *
 * A central barrier over one flag. The last to arrive signals the flag's next
 * number, which is what the others wait for; as it grows from round to round,
 * it is the barrier's sense, and nobody can mistake one round for the next.
 */
#include "hocket/hocket.h"

#include <errno.h>

int hk_barrier_init(struct hk_barrier *barrier, unsigned count) {
  if (count == 0)
    return -EINVAL;
  *barrier = (struct hk_barrier){.count = count};
  return 0;
}

int hk_barrier_wait(struct hk_barrier *barrier) {
  /* The number cannot move before this thread has arrived. */
  unsigned next = __atomic_load_n(&barrier->passed.value, __ATOMIC_RELAXED) + 1;
  /* Release: what this thread did; acquire: what those before it did, which
   * the last one hands on with the signal. */
  unsigned before = __atomic_fetch_add(&barrier->arrived, 1, __ATOMIC_ACQ_REL);
  if (before + 1 < barrier->count) {
    hk_wait(&barrier->passed, next);
    return 0;
  }
  __atomic_store_n(&barrier->arrived, 0, __ATOMIC_RELAXED);
  hk_signal(&barrier->passed, next);
  return 1;
}
