/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops with a deadline keep their period, sleeping; one that is late goes on
 * at once; errno stays; in a second thread and inside another such loop, too.
 * A region in such a loop runs.
 */
#include "check.h"

#include "hocket/abi_points.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

enum { TURNS = 20, PERIOD = 2000000 };

static unsigned long long nanoseconds(clockid_t clock) {
  struct timespec now;
  CHECK(clock_gettime(clock, &now) == 0);
  return (unsigned long long)now.tv_sec * 1000000000u +
         (unsigned long long)now.tv_nsec;
}

static void keeps_the_period(struct hk_deadline *loop) {
  unsigned long long begin = nanoseconds(CLOCK_MONOTONIC),
                     busy = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  for (int i = 0; i <= TURNS; i++) {
    errno = E2BIG;
    hk_deadline_turn(loop);
    CHECK(errno == E2BIG);
  }
  CHECK(loop->turns == TURNS);
  CHECK(nanoseconds(CLOCK_MONOTONIC) - begin >= (TURNS - loop->late) * PERIOD);
  busy = nanoseconds(CLOCK_THREAD_CPUTIME_ID) - busy;
  CHECK(busy < TURNS * (unsigned long long)PERIOD); /* asleep meanwhile */
  hk_deadline_end(loop);
  CHECK(loop->since == 0);
}

static void *second_thread(void *loop) {
  keeps_the_period(loop);
  return NULL;
}

static void late_ones_go_on(void) {
  struct hk_deadline loop = {"late", 1, 0, 0, 0};
  for (int i = 0; i < 3; i++) {
    hk_deadline_turn(&loop);
    unsigned long long from = nanoseconds(CLOCK_MONOTONIC);
    while (nanoseconds(CLOCK_MONOTONIC) - from < 1000)
      continue;
  }
  CHECK(loop.turns == 2 && loop.late == 2);
  hk_deadline_end(&loop);
}

int main(void) {
  struct hk_deadline first = {"first", PERIOD, 0, 0, 0},
                     second = {"second", PERIOD, 0, 0, 0},
                     outer = {"outer", PERIOD, 0, 0, 0};
  pthread_t thread;
  late_ones_go_on();
  CHECK(pthread_create(&thread, NULL, second_thread, &second) == 0);
  keeps_the_period(&first);
  pthread_join(thread, NULL);
  hk_deadline_turn(&outer);
  first.turns = first.late = 0;
  keeps_the_period(&first);
  hk_deadline_turn(&outer);
  CHECK(outer.turns == 1 && outer.late == 1);
  hk_deadline_end(&outer);
  return 0;
}
