/* SPDX-License-Identifier: Apache-2.0
 *
 * Spinning takes a few looks at once, as most waits are short; then the clock
 * decides, which is read rarely enough not to matter.
 *
 * Yielding is the best way where cores share a processor and nobody else wants
 * it: a hand-over is a switch of threads, without a wake-up. Beside another
 * program it is the worst: each yield hands it a whole time slice, milliseconds
 * for some microseconds of work. So a yield that took long is followed by a
 * time, many times as long, in which waits sleep at once.
 */
#include "waits/ways.h"

#include "power/doze.h"
#include "team.h"
#include "waits/pace.h"

#include <string.h>

/* What the calling thread knows of the machine: each has its own view, as each
 * has its own processor. */
static _Thread_local struct {
  struct hki_pace pace;
  unsigned long long yields_again; /* no yields before that time */
} own;

int hki_way_named(const char *name) {
  static const char *const names[] = {"adaptive", "spin", "yield", "futex",
                                      "power"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0)
      return (int)i;
  return -1;
}

static bool is_reached(const struct hk_flag *flag, unsigned target) {
  return hki_reached(__atomic_load_n(&flag->value, __ATOMIC_ACQUIRE), target);
}

static bool looks(const struct hk_flag *flag, unsigned target) {
  enum { LOOKS = 16 };
  for (unsigned i = 0; i < LOOKS; i++) {
    if (is_reached(flag, target))
      return true;
    hki_pause();
  }
  return false;
}

static bool spin(const struct hk_flag *flag, unsigned target, unsigned limit) {
  unsigned long long end = 0;
  for (;;) {
    if (looks(flag, target))
      return true;
    unsigned long long now = hki_platform_clock();
    if (end == 0)
      end = now + limit;
    else if (now >= end)
      return false;
  }
}

/* `look` for as long as pays here. */
static bool at_pace(bool (*look)(const struct hk_flag *, unsigned, unsigned),
                    const struct hk_flag *flag, unsigned target,
                    unsigned usual) {
  if (look(flag, target, hki_pace_spin(&own.pace, usual)))
    return true;
  hki_pace_look(&own.pace, hki_platform_clock(), hki_platform_thread_time);
  return false;
}

/* For a while, with an eye on who gets the processor. */
static bool yield_some(const struct hk_flag *flag, unsigned target) {
  enum { LONG = 20 * 1000, MOST = 100 * 1000, REST = 32 };
  unsigned long long start = hki_platform_clock(), before = start;
  while (before >= own.yields_again && before - start < MOST) {
    hki_platform_yield();
    unsigned long long now = hki_platform_clock();
    if (now - before > LONG)
      own.yields_again = now + REST * (now - before);
    if (is_reached(flag, target))
      return true;
    before = now;
  }
  return false;
}

static bool yield(const struct hk_flag *flag, unsigned target, unsigned limit) {
  unsigned long long end = hki_platform_clock() + limit;
  do {
    if (looks(flag, target))
      return true;
    hki_platform_yield();
  } while (hki_platform_clock() < end);
  return false;
}

static bool doze(const struct hk_flag *flag, unsigned target, unsigned limit) {
  unsigned long long end = hki_platform_clock() + limit;
  for (;;) {
    unsigned value = __atomic_load_n(&flag->value, __ATOMIC_ACQUIRE);
    if (hki_reached(value, target))
      return true;
    if (hki_platform_clock() >= end)
      return false;
    hki_doze(&flag->value, value, end);
  }
}

bool hki_wait_awake(const struct hk_flag *flag, unsigned target,
                    unsigned limit) {
  switch (__atomic_load_n(&hki_team.way, __ATOMIC_RELAXED)) {
  case HKI_WAIT_SPIN:
    return spin(flag, target, limit);
  case HKI_WAIT_YIELD:
    return yield(flag, target, limit);
  case HKI_WAIT_FUTEX:
    return false;
  case HKI_WAIT_POWER:
    return at_pace(doze, flag, target, limit);
  default:
    return limit != 0 ? at_pace(spin, flag, target, limit)
                      : yield_some(flag, target);
  }
}

void hki_wait_slept(unsigned long long before) {
  own.pace.slept += hki_platform_clock() - before;
}
