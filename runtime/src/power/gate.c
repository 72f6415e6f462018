/* SPDX-License-Identifier: Apache-2.0
 *
 * Which wait pays for a gap, and how long gaps are. A sleep has to make up for
 * the system calls and the wake-up, and for the entry and exit of the lightest
 * idle state that saves energy; before that, the core is better kept in user
 * space, with its clock at rest where it has an instruction for that.
 */
#include "hocket/gate.h"

#include <stddef.h>

int hk_choose_state(const struct hk_idle_table *table, uint64_t expected_ns) {
  int deepest = -1;
  for (unsigned i = 0; i < table->state_count; i++)
    if (table->states[i].break_even_ns <= expected_ns)
      deepest = (int)i;
  return deepest;
}

/* The shortest gap to sleep for. Without idle states it is what the sleep
 * costs: then at least the processor is free for others. */
static uint64_t shortest_sleep(const struct hk_idle_table *table) {
  uint64_t least = 0;
  for (unsigned i = 0; i < table->state_count; i++) {
    uint64_t pays = table->states[i].break_even_ns;
    least = i == 0 || pays < least ? pays : least;
  }
  return table->sleep_ns + least;
}

enum hk_wait_kind hk_choose_wait(const struct hk_idle_table *table,
                                 uint64_t expected_ns) {
  if (expected_ns == 0)
    return HK_WAIT_SPIN;
  if (table->offline_ns != 0 && expected_ns >= table->offline_ns)
    return HK_WAIT_OFFLINE;
  if (expected_ns >= shortest_sleep(table))
    return HK_WAIT_SLEEP;
  if (table->doze_ns != 0 && expected_ns >= table->doze_ns)
    return HK_WAIT_DOZE;
  return HK_WAIT_SPIN;
}

/* Threads that share a site may overwrite each other; no more than that. */
static uint64_t load(const uint64_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

uint64_t hk_gap_predict(const struct hk_gap *gap) {
  uint64_t mean = load(&gap->mean_ns), last = load(&gap->last_ns);
  if (__atomic_load_n(&gap->count, __ATOMIC_RELAXED) < 2)
    return 0;
  return last < mean ? last : mean;
}

void hk_gap_learn(struct hk_gap *gap, uint64_t length_ns) {
  unsigned count = __atomic_load_n(&gap->count, __ATOMIC_RELAXED);
  uint64_t mean = load(&gap->mean_ns);
  mean = count == 0         ? length_ns
         : length_ns > mean ? mean + (length_ns - mean) / 4
                            : mean - (mean - length_ns) / 4;
  __atomic_store_n(&gap->mean_ns, mean, __ATOMIC_RELAXED);
  __atomic_store_n(&gap->last_ns, length_ns, __ATOMIC_RELAXED);
  if (count < 2)
    __atomic_store_n(&gap->count, count + 1, __ATOMIC_RELAXED);
}
