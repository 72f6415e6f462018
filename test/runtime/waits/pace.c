/* SPDX-License-Identifier: Apache-2.0
 *
 * How a thread tells a busy machine from a quiet one, on made-up times: it
 * spins its usual time as long as it has its processor, next to not at all when
 * others took it, tries again after a while, and ever more rarely if that was
 * wrong.
 */
#include "waits/pace.h"
#include "../check.h"

enum { USUAL = 200 * 1000, MS = 1000 * 1000 };

static unsigned long long now, time_had;
static unsigned long interrupted;
static unsigned asked;

static struct hki_account had(void) {
  asked++;
  return (struct hki_account){time_had, interrupted};
}

/* After `ms` in which the thread slept `slept` and had a processor `ran`. */
static void pass(struct hki_pace *pace, unsigned ms, unsigned slept,
                 unsigned ran) {
  now += (unsigned long long)ms * MS;
  time_had += (unsigned long long)ran * MS;
  pace->slept += (unsigned long long)slept * MS;
  interrupted += ran + slept < ms;
  hki_pace_look(pace, now, had);
}

static void check_quiet(void) {
  struct hki_pace pace = {0};
  now = 5;
  for (unsigned i = 0; i < 100; i++) {
    pass(&pace, 10, i % 10, 10 - i % 10);
    CHECK(hki_pace_spin(&pace, USUAL) == USUAL);
  }
  CHECK(asked == 100);
  for (unsigned i = 0; i < 100; i++) /* too soon to look */
    hki_pace_look(&pace, now + i, had);
  CHECK(asked == 100);
  /* Disturbed once, long ago. */
  pass(&pace, 100, 0, 95);
  CHECK(hki_pace_spin(&pace, USUAL) == USUAL);
  /* Away for long, by itself. */
  now += 50 * MS;
  hki_pace_look(&pace, now, had);
  CHECK(hki_pace_spin(&pace, USUAL) == USUAL);
}

/* How many milliseconds of sound sleep the busy time lasts. */
static unsigned busy_time(struct hki_pace *pace) {
  unsigned ms = 0;
  for (; hki_pace_spin(pace, USUAL) == HKI_SPIN_BUSY; ms++)
    pass(pace, 1, 1, 0);
  CHECK(hki_pace_spin(pace, USUAL) == HKI_SPIN_TRIAL);
  return ms;
}

static void check_busy(void) {
  struct hki_pace pace = {0};
  pass(&pace, 1, 0, 1);
  pass(&pace, 3, 0, 1);
  CHECK(hki_pace_spin(&pace, USUAL) == HKI_SPIN_BUSY);
  CHECK(hki_pace_spin(&pace, 0) == 0);
  unsigned before = busy_time(&pace);
  for (unsigned i = 0; i < 3; i++) {
    pass(&pace, 3, 0, 1); /* the trial fails */
    unsigned after = busy_time(&pace);
    CHECK(after == 2 * before);
    before = after;
  }
  for (unsigned i = 0; i < 100; i++) {
    pass(&pace, 3, 0, 1);
    before = busy_time(&pace);
  }
  CHECK(before <= 300);
  pass(&pace, 2, 0, 2); /* the trial succeeds */
  CHECK(hki_pace_spin(&pace, USUAL) == USUAL);
}

int main(void) {
  check_quiet();
  check_busy();
  return 0;
}
