/* SPDX-License-Identifier: Apache-2.0
 *
 * Children that crash, do not end, give up, or have nothing to do any more: the
 * program does not notice, and goes on.
 */
#include "ahead.h"

#include <signal.h>
#include <sys/mman.h>

enum { TRIPS = 6 };

static int done[TRIPS];
static int *nowhere;
static unsigned handled;

static void handle(int signal) {
  (void)signal;
  handled++;
}

static void set(void *unused, long long at) {
  (void)unused;
  done[at]++;
}

static void crash(void *unused, long long at) {
  (void)unused;
  (void)at;
  W(*nowhere, 1);
}

static void crash_unmarked(void *unused, long long at) {
  (void)unused;
  (void)at;
  *(volatile int *)nowhere = 1;
}

static void end_by_abort(void *unused, long long at) {
  (void)unused;
  (void)at;
  abort();
}

static int deep(int n) {
  volatile char room[4000];
  room[0] = (char)n;
  return n < 0 ? 0 : deep(n + 1) + room[0];
}

static void recurse(void *unused, long long at) {
  (void)unused;
  W(done[at], deep(1));
}

static void stay(void *unused, long long at) {
  (void)unused;
  (void)at;
  for (volatile int i = 0;; i++)
    ;
}

static void give_up(void *unused, long long at) {
  (void)unused;
  (void)at;
  hk_spec_give_up();
}

AHEAD(crashes, set, crash);
AHEAD(crashes_unmarked, set, crash_unmarked);
AHEAD(aborts, set, end_by_abort);
AHEAD(recursions, set, recurse);
AHEAD(stays, set, stay);
AHEAD(gives_up, set, give_up);

static void check_done(struct ahead *ahead, long long trips,
                       enum hki_verdict verdict) {
  memset(done, 0, sizeof done);
  run_ahead(ahead, NULL, trips);
  check_wrong(ahead, verdict);
  for (int i = 0; i < trips; i++)
    CHECK(done[i] == 1);
}

/* A loop that ends before its child's first iteration, and one whose child
 * finds the end. */
static long long last;

static void set_marked(void *unused, long long at) {
  (void)unused;
  W(done[at], R(done[at]) + 1);
}

static void body_until(void *unused, long long from) {
  for (long long at = from; at < last;) {
    set_marked(unused, at);
    if (!hk_spec_next(++at))
      return;
  }
}

static unsigned run_until(long long end, unsigned *attempts) {
  struct hk_spec_loop loop = {
      .name = "until", .body = body_until, .always = 1, .keeps_memory = 1};
  const struct hki_history *history = (const void *)loop.state;
  long long at = 0;
  int over = 0;
  last = end;
  memset(done, 0, sizeof done);
  while (!over) {
    long long to = hk_spec_begin(&loop, at, 1000, NULL);
    while (at < to && !(over = !(at < last)))
      set(NULL, at++);
    if (to == LLONG_MAX)
      break;
    at = hk_spec_end(&loop, at, over);
  }
  CHECK(at == end);
  for (int i = 0; i < TRIPS; i++)
    CHECK(done[i] == (i < end));
  *attempts = history->attempts;
  return history->successes;
}

int main(void) {
  begin_test();
  leave_no_core_file();
  static const int signals[] = {SIGSEGV, SIGABRT, SIGCHLD};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
    signal(signals[i], handle);
  check_done(&crashes, TRIPS, HKI_CRASHED);
  check_done(&crashes_unmarked, TRIPS, HKI_CRASHED);
  check_done(&aborts, TRIPS, HKI_CRASHED);
  check_done(&recursions, TRIPS, HKI_CRASHED);
  check_done(&gives_up, TRIPS, HKI_GAVE_UP);
  check_done(&stays, 3, HKI_LATE);
  CHECK(handled == 0);

  unsigned attempts;
  CHECK(run_until(0, &attempts) == 0 && attempts == 1);
  CHECK(run_until(1, &attempts) == 1 && attempts == 1);
  CHECK(run_until(2, &attempts) >= 1);
  CHECK(run_until(TRIPS, &attempts) >= 2);
  CHECK(waitpid(-1, NULL, WNOHANG) < 0); /* no children that can be seen */
  return 0;
}
