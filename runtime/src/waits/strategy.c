/* SPDX-License-Identifier: Apache-2.0
 *
 * Spinning takes a few looks at once, as most waits are short; then the clock
 * decides, which is read rarely enough not to matter.
 *
 * Yielding is the best strategy where cores share a processor and nobody else
 * wants it: a hand-over is a switch of threads, without a wake-up. Beside
 * another program it is the worst: each yield hands it a whole time slice,
 * milliseconds for some microseconds of work. So a yield that took long is
 * followed by a time, many times as long, in which waits sleep at once.
 */
#include "waits/strategy.h"

#include "arch.h" /* arch/NAME/arch.h */
#include "platform/platform.h"
#include "settings/settings.h"
#include "waits/doze.h"
#include "waits/pace.h"
#include "waits/waiting.h"

/* What the calling thread knows of the machine: each has its own view, as each
 * has its own processor. */
static _Thread_local struct {
  struct hki_pace pace;
  unsigned long long yields_again; /* no yields before that time */
  unsigned long long slice;        /* what it had before */
  bool has_asked, is_short;        /* for shorter time slices; and has them */
} own;

/* Beside other programs. A thread that is woken may only interrupt one with
 * longer slices than its own. */
static void ask_to_be_let_in(void) {
  if (own.has_asked)
    return;
  own.has_asked = true;
  own.is_short = hki_platform_shorten_slice(&own.slice);
}

void hki_wait_left(void) {
  if (own.is_short)
    hki_platform_restore_slice(own.slice);
  own.has_asked = own.is_short = false;
}

/* What is waited for. The functions below are inlined into both of their
 * callers, so that a look at a flag is one load. */
typedef bool over(void *);
#define INLINE static inline __attribute__((always_inline))

struct target {
  const unsigned *value;
  unsigned number;
};

INLINE bool is_reached(void *what) {
  const struct target *target = what;
  return hki_reached(__atomic_load_n(target->value, __ATOMIC_ACQUIRE),
                     target->number);
}

INLINE bool looks(over *is_over, void *what) {
  enum { LOOKS = 16 };
  for (unsigned i = 0; i < LOOKS; i++) {
    if (is_over(what))
      return true;
    hki_pause();
  }
  return false;
}

INLINE bool spin(over *is_over, void *what, unsigned limit) {
  unsigned long long end = 0;
  for (;;) {
    if (looks(is_over, what))
      return true;
    unsigned long long now = hki_platform_clock();
    if (end == 0)
      end = now + limit;
    else if (now >= end)
      return false;
  }
}

/* For a while, with an eye on who gets the processor. */
INLINE bool yield_some(over *is_over, void *what) {
  enum { LONG = 20 * 1000, MOST = 100 * 1000, REST = 32 };
  unsigned long long start = hki_platform_clock(), before = start;
  while (before >= own.yields_again && before - start < MOST) {
    hki_platform_yield();
    unsigned long long now = hki_platform_clock();
    if (now - before > LONG) {
      own.yields_again = now + REST * (now - before);
      ask_to_be_let_in();
    }
    if (is_over(what))
      return true;
    before = now;
  }
  return is_over(what);
}

INLINE bool yield(over *is_over, void *what, unsigned limit) {
  unsigned long long end = hki_platform_clock() + limit;
  do {
    if (looks(is_over, what))
      return true;
    hki_platform_yield();
  } while (hki_platform_clock() < end);
  return false;
}

static bool doze(const unsigned *word, unsigned target, unsigned limit) {
  unsigned long long end = hki_platform_clock() + limit;
  for (;;) {
    unsigned value = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    if (hki_reached(value, target))
      return true;
    if (hki_platform_clock() >= end)
      return false;
    hki_doze(word, value, end);
  }
}

static enum hki_wait_strategy strategy(void) {
  return (enum hki_wait_strategy)__atomic_load_n(&hki_waiting.strategy,
                                                 __ATOMIC_RELAXED);
}

static struct hki_account account(void) {
  return (struct hki_account){hki_platform_thread_time(),
                              hki_platform_interrupted()};
}

static void was_in_vain(void) {
  hki_pace_look(&own.pace, hki_platform_clock(), account);
  if (own.pace.state == HKI_BUSY_MACHINE)
    ask_to_be_let_in();
}

INLINE bool awake(over *is_over, void *what, unsigned limit) {
  switch (strategy()) {
  case HKI_WAIT_SPIN:
    return spin(is_over, what, limit);
  case HKI_WAIT_YIELD:
    return yield(is_over, what, limit);
  case HKI_WAIT_FUTEX:
    return false;
  default:
    if (limit == 0)
      return yield_some(is_over, what);
    if (spin(is_over, what, hki_pace_spin(&own.pace, limit)))
      return true;
    was_in_vain();
    return false;
  }
}

bool hki_wait_awake(const unsigned *value, unsigned number, unsigned limit) {
  struct target target = {value, number};
  if (strategy() != HKI_WAIT_POWER)
    return awake(is_reached, &target, limit);
  if (doze(value, number, hki_pace_spin(&own.pace, limit)))
    return true;
  was_in_vain();
  return false;
}

bool hki_look_awake(over *is_over, void *what, unsigned limit) {
  return awake(is_over, what, limit);
}

bool hki_never_sleeps(void) {
  return strategy() == HKI_WAIT_SPIN || strategy() == HKI_WAIT_YIELD;
}

void hki_wait_slept(unsigned long long before) {
  own.pace.slept += hki_platform_clock() - before;
}
