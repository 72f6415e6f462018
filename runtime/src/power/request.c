/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests of cores that share a clock, combined by maximum without a lock.
 *
 * A core stores its wish, then looks whether the highest wish is in effect. If
 * not, it counts itself in `pending`; who finds 0 there is the combiner (as in
 * flat combining: Hendler, Incze, Shavit, Tzafrir 2010) and passes the highest
 * wish on to the back end, until `pending` has not moved since it looked; the
 * others go on at once, as the combiner has yet to look again.
 *
 * The last wish is never lost. All accesses to `khz`, `pending` and `target`
 * are sequentially consistent. Consider the last wish stored, W. If its core
 * counts itself in `pending`, a combiner's look comes after that, and sees W.
 * If it does not, it saw pending == 0 and then target == the maximum. Every
 * look before its load of `pending` that missed W is of a combiner that was
 * done, target stored, when `pending` was 0; so it is that target that was
 * compared. Every later look sees W, as all older wishes, and settles on the
 * same maximum.
 */
#include "power/request.h"

#include "power/port.h"
#include "trace/record.h"

#include <errno.h>
#include <stddef.h>

/* The operating point at or above the highest wish. */
static unsigned wanted(const struct hki_clock *clock) {
  unsigned most = 0;
  for (unsigned i = 0; i < clock->cpu_count; i++) {
    unsigned khz = __atomic_load_n(&clock->wishes[i].khz, __ATOMIC_SEQ_CST);
    most = khz > most ? khz : most;
  }
  unsigned point = clock->point_count - 1;
  if (most == 0 || most >= clock->points[point].khz)
    return clock->points[point].khz;
  while (point > 0 && clock->points[point - 1].khz >= most)
    point--;
  bool isBetween = clock->is_continuous && point > 0;
  return isBetween ? most : clock->points[point].khz;
}

static enum hk_power_backend next_of(enum hk_power_backend backend) {
  switch (backend) {
  case HK_POWER_MMIO:
    return HK_POWER_CPUFREQ;
  case HK_POWER_CPUFREQ:
    return HK_POWER_LIMITS;
  default:
    return HK_POWER_NONE;
  }
}

void hki_power_choose(struct hki_clock *clock, enum hk_power_backend first) {
  enum hk_power_backend only = clock->power->options.backend;
  for (enum hk_power_backend kind = first;; kind = next_of(kind)) {
    const struct hki_power_backend *backend = hki_power_backend(kind);
    bool isAllowed =
        only == HK_POWER_AUTO || kind == only || kind == HK_POWER_NONE;
    if (!backend || !isAllowed)
      continue;
    clock->state = NULL;
    clock->backend = backend;
    __atomic_store_n(&clock->kind, kind, __ATOMIC_RELAXED);
    if (backend->open(clock) == 0)
      return;
  }
}

/* Only the combiner counts, but anybody may read. */
static void count(unsigned long *number) {
  __atomic_store_n(number, *number + 1, __ATOMIC_RELAXED);
}

void hki_power_compare(struct hki_clock *clock, unsigned khz, long found) {
  long difference = found > (long)khz ? found - (long)khz : (long)khz - found;
  if (difference <= (long)(khz / 100))
    return;
  if (clock->clamped == 0)
    hki_power_say(clock, "asked for %u kHz, got %ld kHz", khz, found);
  count(&clock->clamped);
}

/* By the combiner. A back end that fails is replaced for good, but not for
 * being busy: then the clock has no core online, and false is returned. */
static bool set(struct hki_clock *clock, unsigned khz) {
  int error;
  while ((error = clock->backend->set(clock, khz)) != 0) {
    enum hk_power_backend next = next_of(clock->backend->kind);
    count(&clock->refused);
    if (error == -EBUSY) {
      if (!clock->was_busy)
        hki_power_say(clock, "cannot be set while all its cores are offline");
      clock->was_busy = true;
      return false;
    }
    count(&clock->replaced);
    clock->backend->close(clock);
    hki_power_choose(clock, next);
  }
  if (clock->backend->kind != HK_POWER_NONE)
    count(&clock->changes);
  return true;
}

static void trace(const struct hki_clock *clock, unsigned khz) {
  for (unsigned i = 0; i < clock->power->core_count; i++)
    if (clock->power->cores[i].clock == clock)
      hki_trace_cpu_clock(i, khz);
}

/* By the combiner, who then is it no more. */
static int finish(struct hki_clock *clock) {
  int changed = 0;
  unsigned seen;
  do {
    seen = __atomic_load_n(&clock->pending, __ATOMIC_SEQ_CST);
    unsigned khz = wanted(clock);
    if (khz != clock->target) {
      bool isSet = set(clock, khz);
      __atomic_store_n(&clock->target, isSet ? khz : 0, __ATOMIC_SEQ_CST);
      changed = isSet && clock->backend->kind != HK_POWER_NONE;
      if (changed)
        trace(clock, khz);
    }
  } while (!__atomic_compare_exchange_n(&clock->pending, &seen, 0, false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  return changed;
}

int hki_power_settle(struct hki_clock *clock) {
  if (__atomic_load_n(&clock->pending, __ATOMIC_SEQ_CST) == 0 &&
      __atomic_load_n(&clock->target, __ATOMIC_SEQ_CST) == wanted(clock))
    return 0;
  if (!hki_power_is_ours(clock->power))
    return 0;
  if (__atomic_fetch_add(&clock->pending, 1, __ATOMIC_SEQ_CST) != 0)
    return 0;
  return finish(clock);
}

static const struct hki_core_clock *core_of(const struct hk_power *power,
                                            unsigned cpu) {
  static const struct hki_core_clock nowhere;
  return cpu < power->core_count ? &power->cores[cpu] : &nowhere;
}

int hk_power_request(struct hk_power *power, unsigned cpu, unsigned khz) {
  const struct hki_core_clock *core = core_of(power, cpu);
  if (!core->clock)
    return -ENODEV;
  struct hki_wish *wish = &core->clock->wishes[core->slot];
  __atomic_fetch_add(&wish->requests, 1, __ATOMIC_RELAXED);
  if (__atomic_exchange_n(&wish->khz, khz, __ATOMIC_SEQ_CST) == khz)
    return 0;
  return hki_power_settle(core->clock);
}

int hk_power_point(struct hk_power *power, unsigned cpu, unsigned point) {
  const struct hki_core_clock *core = core_of(power, cpu);
  const struct hki_clock *clock = core->clock;
  if (!clock)
    return -ENODEV;
  unsigned last = clock->point_count - 1;
  return hk_power_request(power, cpu,
                          clock->points[point < last ? point : last].khz);
}

int hk_power_release(struct hk_power *power, unsigned cpu) {
  return hk_power_request(power, cpu, 0);
}

long hk_power_now(struct hk_power *power, unsigned cpu) {
  struct hki_clock *clock = core_of(power, cpu)->clock;
  if (!clock)
    return -ENODEV;
  unsigned none = 0;
  if (!__atomic_compare_exchange_n(&clock->pending, &none, 1, false,
                                   __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    return -EAGAIN;
  long khz = clock->backend->now(clock);
  finish(clock);
  return khz;
}

int hk_power_describe(const struct hk_power *power, unsigned cpu,
                      struct hk_power_clock *about) {
  const struct hki_clock *clock = core_of(power, cpu)->clock;
  if (!clock)
    return -ENODEV;
  *about = (struct hk_power_clock){
      .number = (unsigned)(clock - power->clocks),
      .backend = __atomic_load_n(&clock->kind, __ATOMIC_RELAXED),
      .points = clock->points,
      .point_count = clock->point_count,
      .transition_ns = clock->transition_ns,
  };
  return 0;
}
