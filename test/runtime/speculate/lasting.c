/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops that are not for tests: short ones are soon not looked at any more,
 * those whose iterations depend on each other are given up, lasting ones are
 * right however they are divided; errno stays.
 */
#include "ahead.h"

#include <errno.h>

enum { SHORT = 20, LASTING = 3000, ENTRIES = 40 };

static unsigned values[LASTING];

static unsigned work(unsigned value, unsigned turns) {
  for (unsigned i = 0; i < turns; i++)
    value = value * 1664525u + 1013904223u;
  return value;
}

static void set(void *turns, long long at) {
  values[at] = work((unsigned)at, *(unsigned *)turns);
  errno = EDOM;
}

static void set_marked(void *turns, long long at) {
  W(values[at], work((unsigned)at, R(*(unsigned *)turns)));
}

static void follow(void *turns, long long at) {
  values[at] = work(at > 0 ? values[at - 1] : 1, *(unsigned *)turns);
}

static void follow_marked(void *turns, long long at) {
  W(values[at], work(at > 0 ? R(values[at - 1]) : 1, R(*(unsigned *)turns)));
}

/* Every time that the machine is slower than it seems is a longer entry: a
 * short one is at least seen to be one once. */
static void short_entries(void) {
  struct ahead sets = {{.name = "short", .body = body}, set, set_marked};
  unsigned turns = 1, skipped = 0;
  for (unsigned i = 0; i < ENTRIES; i++) {
    skipped += history_of(&sets)->skip > 0;
    run_ahead(&sets, &turns, SHORT);
    CHECK(errno == EDOM);
  }
  CHECK(skipped > 0);
}

static void lasting(void) {
  struct ahead sets = {{.name = "lasting", .body = body}, set, set_marked};
  unsigned turns = 20000;
  for (unsigned i = 0; i < 3; i++) {
    memset(values, 0, sizeof values);
    errno = 0;
    run_ahead(&sets, &turns, LASTING);
    for (unsigned at = 0; at < LASTING; at += 50)
      CHECK(values[at] == work(at, turns));
  }
  const struct hki_history *history = history_of(&sets);
  CHECK(history->attempts > 0);
  CHECK(history->last == HKI_GOOD || history->last == HKI_LATE);
}

static void given_up(void) {
  struct ahead follows = {
      {.name = "given up", .body = body}, follow, follow_marked};
  unsigned turns = 40000;
  for (unsigned i = 0; i < 5; i++) {
    memset(values, 0, sizeof values); /* else all is as it was */
    run_ahead(&follows, &turns, LASTING);
  }
  const struct hki_history *history = history_of(&follows);
  CHECK(history->attempts > 0 && history->successes == 0);
  CHECK(history->attempts <= 8);
  unsigned value = 1;
  for (unsigned at = 0; at < LASTING; at++)
    CHECK(values[at] == (value = work(value, turns)));
}

int main(void) {
  begin_test();
  short_entries();
  lasting();
  given_up();
  return 0;
}
