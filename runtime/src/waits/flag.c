/* SPDX-License-Identifier: Apache-2.0
 *
 * The slow halves of waiting and signalling: look for a bounded time
 * (strategy.c), then sleep in the kernel until the flag has moved.
 *
 * No wake-up is lost. A sleeper counts itself in `sleepers`, then loads `value`
 * again; a signaller stores `value`, then loads `sleepers` (Dekker's pattern).
 * All four are sequentially consistent, so they stand in one order, and of the
 * two loads at least one comes after the other side's store: either the
 * signaller sees a sleeper and wakes it, or the sleeper sees the value and does
 * not sleep. Between its load and its sleep the platform compares the word once
 * more, in one step for wakers; numbers only grow, so a word that still holds
 * what was loaded has not been signalled.
 */
#include "waits/flag.h"

#include "platform/platform.h"
#include "trace/record.h"
#include "waits/strategy.h"
#include "waits/waiter.h"
#include "waits/waiting.h"

static void sleep_until(struct hki_word word, unsigned target) {
  __atomic_fetch_add(word.sleepers, 1, __ATOMIC_SEQ_CST);
  for (;;) {
    unsigned value = __atomic_load_n(word.value, __ATOMIC_SEQ_CST);
    if (hki_reached(value, target))
      break;
    hki_check_orphan();
    hki_platform_sleep(word.value, value);
  }
  __atomic_fetch_sub(word.sleepers, 1, __ATOMIC_RELAXED);
}

static void wait_for(struct hki_word word, unsigned target, unsigned limit) {
  if (hki_wait_awake(word.value, target, limit))
    return;
  unsigned long long before = hki_platform_clock();
  sleep_until(word, target);
  hki_wait_slept(before);
}

static struct hki_word word_of(struct hk_flag *flag) {
  return (struct hki_word){&flag->value, &flag->sleepers};
}

void hki_wait(struct hk_flag *flag, unsigned target, unsigned limit) {
  wait_for(word_of(flag), target, limit);
}

/* By a strategy that never sleeps. Somebody who will never come is noticed all
 * the same. */
static void wait_forever(const unsigned *value, unsigned target) {
  while (!hki_wait_awake(value, target, HKI_SPIN))
    hki_check_orphan();
}

struct goal {
  const unsigned *value;
  unsigned target;
};

static bool is_reached(void *what) {
  const struct goal *goal = what;
  return hki_reached(__atomic_load_n(goal->value, __ATOMIC_SEQ_CST),
                     goal->target);
}

/* Another core of the thread goes on. */
static void hand_over(struct hki_waiter *waiter, struct hki_word word,
                      unsigned target) {
  struct goal goal = {word.value, target};
  waiter->wait(waiter, &(struct hki_awaited){is_reached, &goal, word.value,
                                             word.sleepers});
}

static void wait_slow(struct hki_word word, unsigned target) {
  struct hki_waiter *waiter = hki_own_waiter;
  if (waiter)
    hand_over(waiter, word, target);
  else if (hki_never_sleeps())
    wait_forever(word.value, target);
  else
    wait_for(word, target, hki_usual_spin());
}

void hk_wait_slow(struct hk_flag *flag, unsigned target) {
  hki_trace_wait(flag, target);
  wait_slow(word_of(flag), target);
  hki_trace_waited();
}

void hki_await(struct hki_word word, unsigned target) {
  if (hki_reached(__atomic_load_n(word.value, __ATOMIC_ACQUIRE), target))
    return;
  hki_trace_wait(word.value, target);
  wait_slow(word, target);
  hki_trace_waited();
}

void hki_signal(struct hki_word word, unsigned number) {
  __atomic_store_n(word.value, number, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(word.sleepers, __ATOMIC_SEQ_CST) != 0)
    hki_platform_wake(word.value);
}

void hk_wake(struct hk_flag *flag) { hki_platform_wake(&flag->value); }
