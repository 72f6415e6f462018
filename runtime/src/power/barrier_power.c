/* SPDX-License-Identifier: Apache-2.0
 *
 * The adaptive, power-aware barrier of Hillenbrand et al., Reconciling
 * Application Power Control and Operating Systems for Optimal Power and
 * Performance (section VIII): who comes early steps down and then gates its
 * core; when one is missing, that one is boosted. Here each step has to pay:
 * where a clock takes long to change, or is shared with cores that still run,
 * or where waits are short, nothing is asked for. A wait is predicted from
 * those before it of the same thread at the same barrier (J. Li, J. Martinez,
 * M. Huang, The Thrifty Barrier, HPCA 2004).
 */
#include "platform/platform.h"
#include "waits/barrier.h"
#include "waits/waiter.h"

#include <errno.h>

/* Where the time that a change takes is not known: that of slow chips. */
enum { SLOW_CHANGE = 1000 * 1000 };

/* The thread's clock can be changed, and in a fraction of so long a wait. */
static bool pays(const struct hk_barrier_power *power, unsigned thread,
                 uint64_t wait, struct hk_power_clock *clock) {
  if (hk_power_describe(power->power, power->cpus[thread], clock) < 0 ||
      clock->point_count < 2)
    return false;
  uint64_t change = clock->transition_ns ? clock->transition_ns : SLOW_CHANGE;
  return wait / HK_BARRIER_WORTH >= change;
}

static bool is_shared(const struct hk_barrier *barrier,
                      const struct hk_barrier_power *power, unsigned thread,
                      unsigned number) {
  struct hk_power_clock other;
  for (unsigned i = 0; i < barrier->count; i++)
    if (i != thread &&
        hk_power_describe(power->power, power->cpus[i], &other) >= 0 &&
        other.number == number)
      return true;
  return false;
}

static bool step_down(const struct hki_round *round,
                      const struct hk_barrier_power *power, uint64_t wait) {
  struct hk_power_clock clock;
  unsigned thread = round->thread;
  return pays(power, thread, wait, &clock) &&
         !is_shared(round->barrier, power, thread, clock.number) &&
         hk_power_point(power->power, power->cpus[thread], 0) >= 0;
}

static void back_to_normal(const struct hk_barrier_power *power,
                           unsigned thread) {
  hk_power_request(power->power, power->cpus[thread],
                   power->khz ? power->khz[thread] : 0);
}

/* If one is missing. Who boosts takes it back after the round: the last one
 * does not know whether, and when, it was boosted. */
static bool boost(const struct hki_round *round,
                  const struct hk_barrier_power *power, uint64_t wait,
                  unsigned *last) {
  struct hk_power_clock clock;
  return hki_barrier_missing(round, last) == 1 &&
         pays(power, *last, wait, &clock) &&
         hk_power_point(power->power, power->cpus[*last],
                        clock.point_count - 1) >= 0;
}

static void wait_out(struct hki_round *round,
                     const struct hk_barrier_power *power, uint64_t wait) {
  unsigned last = 0;
  bool is_down = wait != 0 && step_down(round, power, wait);
  bool has_boosted = wait != 0 && boost(round, power, wait, &last);
  bool gates =
      power->idle && hk_choose_wait(power->idle, wait) >= HK_WAIT_SLEEP;
  hki_barrier_await(round, gates ? 1 : hki_barrier_spin(round->barrier));
  if (is_down)
    back_to_normal(power, round->thread);
  if (has_boosted)
    back_to_normal(power, last);
}

int hk_barrier_wait_power(struct hk_barrier *barrier, unsigned thread,
                          struct hk_barrier_power *power) {
  struct hki_round round;
  if (thread >= barrier->count || barrier->count > HK_BARRIER_LINES)
    return -EINVAL;
  unsigned long long start = hki_platform_clock();
  struct hk_gap *gap = &power->gaps[thread];
  /* Where a thread has several cores, others go on on the processor. */
  uint64_t wait = hki_own_waiter ? 0 : hk_gap_predict(gap);
  if (!hki_barrier_arrive(&round, barrier, thread))
    wait_out(&round, power, wait);
  hk_gap_learn(gap, hki_platform_clock() - start);
  return thread == 0;
}
