/* SPDX-License-Identifier: Apache-2.0
 *
 * A look costs a system call of 0.2 us, so there is one after a spin that was
 * in vain at most, and in a period at most. A period in which little was
 * missing does not end the busy time for good: a thread that sleeps a lot takes
 * less than its share, and misses nothing then. It is a trial, with some more
 * spinning; if something is missing again, the next busy period is twice as
 * long.
 */
#include "waits/pace.h"

#include <stdbool.h>

enum {
  QUIET_PERIOD = 1000 * 1000,
  BUSY_PERIOD = 8 * 1000 * 1000,
  LONGEST_PERIOD = 256 * 1000 * 1000,
};

unsigned hki_pace_spin(const struct hki_pace *pace, unsigned usual) {
  unsigned most = pace->state == HKI_QUIET   ? usual
                  : pace->state == HKI_TRIAL ? HKI_SPIN_TRIAL
                                             : HKI_SPIN_BUSY;
  return most < usual ? most : usual;
}

/* Parts of the time awake in which a thread has to be without a processor. */
static bool is_busy(const struct hki_pace *pace, unsigned long long awake,
                    unsigned long long had) {
  enum { ENTER = 16, STAY = 64 };
  unsigned long long missed = awake > had ? awake - had : 0;
  return missed * (pace->state == HKI_BUSY_MACHINE ? STAY : ENTER) > awake;
}

static void enter_state(struct hki_pace *pace, bool busy) {
  if (!busy) {
    pace->state = pace->state == HKI_BUSY_MACHINE ? HKI_TRIAL : HKI_QUIET;
    return;
  }
  if (pace->state == HKI_QUIET)
    pace->period = BUSY_PERIOD;
  else if (pace->state == HKI_TRIAL && pace->period < LONGEST_PERIOD)
    pace->period *= 2;
  pace->state = HKI_BUSY_MACHINE;
}

void hki_pace_look(struct hki_pace *pace, unsigned long long now,
                   struct hki_account (*account)(void)) {
  unsigned long long passed = now - pace->since;
  unsigned period =
      pace->state == HKI_BUSY_MACHINE ? pace->period : QUIET_PERIOD;
  if (pace->since != 0 && passed < period)
    return;
  struct hki_account is = account();
  unsigned long long awake = passed > pace->slept ? passed - pace->slept : 0;
  /* Who has blocked by itself (a task that reads a file) has missed nothing. */
  bool was_interrupted = is.interrupted != pace->interrupted;
  if (pace->since != 0)
    enter_state(pace,
                was_interrupted && is_busy(pace, awake, is.had - pace->had));
  pace->since = now;
  pace->had = is.had;
  pace->interrupted = is.interrupted;
  pace->slept = 0;
}
