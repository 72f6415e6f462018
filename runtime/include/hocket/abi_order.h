/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of abi.h: waiting, signalling, searching, taking blocks and telling
 * the trace, inline up to where it takes time.
 */
#pragma once

/* The slow halves of hk_wait and hk_signal. */
void hk_wait_slow(struct hk_flag *flag,
                  unsigned target) __asm__("__hocket_wait_slow");
void hk_wake(struct hk_flag *flag) __asm__("__hocket_wake");

/* Waits until `flag` has reached `target`; what its signaller did before is
 * then visible. Pairs with the store in hk_signal. */
static __inline__ __attribute__((always_inline, unused)) void
hk_wait(struct hk_flag *flag, unsigned target) {
  if ((int)(__atomic_load_n(&flag->value, hk_acquire) - target) < 0)
    hk_wait_slow(flag, target);
}

/* Lets waiters up to `number` go on. The store must be seen before the load of
 * `sleepers` (a sleeper counts itself, then looks at `value` again), hence
 * sequential consistency on both sides. */
static __inline__ __attribute__((always_inline, unused)) void
hk_signal(struct hk_flag *flag, unsigned number) {
  __atomic_store_n(&flag->value, number, hk_seq_cst);
  if (__atomic_load_n(&flag->sleepers, hk_seq_cst) != 0)
    hk_wake(flag);
}

/* A stage that the iterations of a loop pass in order: the one before `number`
 * has left it; this one has. */
static __inline__ __attribute__((always_inline, unused)) void
hk_enter_stage(struct hk_flag *stage, unsigned number) {
  hk_wait(stage, number);
}
static __inline__ __attribute__((always_inline, unused)) void
hk_leave_stage(struct hk_flag *stage, unsigned number) {
  hk_signal(stage, number);
}

/* Where the chunks of a search are, as far as this core has seen. Which of them
 * end is ordered by flags; before that, an old number only makes work. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_found(const struct hk_search *search) {
  return (long long)hk_seen_long((const unsigned long long *)&search->first);
}

/* Iteration `number` ends the loop. */
static __inline__ __attribute__((unused)) void hk_find(struct hk_search *search,
                                                       long long number) {
  long long first = hk_found(search);
  while (number < first &&
         !__atomic_compare_exchange_n(&search->first, &first, number, 1,
                                      hk_relaxed, hk_relaxed))
    ;
}

static __inline__ __attribute__((always_inline, unused)) void
hk_search_anew(struct hk_search *search) {
  __atomic_store_n(&search->first, hk_nowhere(), hk_relaxed);
}

/* First iteration of the next block, for chunk `chunk` of `chunks`;
 * `trips` if none is left. A core that comes late may find the others in a
 * later instance. Chunks that share data are ordered by flags, not by this. */
static __inline__ __attribute__((unused)) long long
hk_take(struct hk_turn *turn, unsigned instance, unsigned chunk,
        unsigned chunks, long long trips, long long size) {
  unsigned long long seen = __atomic_load_n(&turn->at, hk_relaxed), next;
  unsigned block;
  (void)chunk, (void)chunks;
  do {
    int ahead = (int)((unsigned)(seen >> 32) - instance);
    block = ahead < 0 ? 0 : (unsigned)seen;
    if (ahead > 0 || hk_block_begin(trips, size, block) >= trips)
      return trips;
    next = (unsigned long long)instance << 32 | (block + 1);
  } while (!__atomic_compare_exchange_n(&turn->at, &seen, next, 0, hk_relaxed,
                                        hk_relaxed));
  return hk_block_begin(trips, size, block);
}

/* A task of the region, by its position in hk_names::tasks, begins on this
 * core, or ends. Tasks may be nested. */
void hk_trace_begin(struct hk_trace *trace,
                    unsigned task) __asm__("__hocket_trace_begin");
void hk_trace_end(struct hk_trace *trace) __asm__("__hocket_trace_end");

static __inline__ __attribute__((always_inline, unused)) void
hk_begin_task(const struct hk_core *core, unsigned task) {
  if (__builtin_expect(core->trace != 0, 0))
    hk_trace_begin(core->trace, task);
}
static __inline__ __attribute__((always_inline, unused)) void
hk_end_task(const struct hk_core *core) {
  if (__builtin_expect(core->trace != 0, 0))
    hk_trace_end(core->trace);
}
