/* SPDX-License-Identifier: Apache-2.0
 *
 * Iterations that need what those before have written: the child is dropped,
 * and the result is that of the program. So it is where only some need it, and
 * where a byte of a granule does beside one that nobody needs. A value that is
 * written again as it was is none that has changed.
 */
#include "ahead.h"

enum { TRIPS = 60 };

static long long chain[TRIPS + 1];

static void follow(void *unused, long long at) {
  (void)unused;
  chain[at + 1] = chain[at] * 3 + at;
}

static void follow_marked(void *unused, long long at) {
  (void)unused;
  W(chain[at + 1], R(chain[at]) * 3 + at);
}

/* Iteration 8 k needs what 8 k - 1 wrote, others need nothing. */
static int seldom[TRIPS];

static void need_seldom(void *unused, long long at) {
  (void)unused;
  seldom[at] = (int)at + 1 + (at > 0 && at % 8 == 0 ? seldom[at - 1] : 0);
}

static void need_seldom_marked(void *unused, long long at) {
  (void)unused;
  W(seldom[at], (int)at + 1 + (at > 0 && at % 8 == 0 ? R(seldom[at - 1]) : 0));
}

/* Neighbours within a granule: of 8 bytes each iteration adds to one; the
 * child's is one that the parent does not touch, and then one that it does. */
static unsigned char counts[8];

static void count(void *distance, long long at) {
  counts[at * *(int *)distance % 8]++;
}

static void count_marked(void *distance, long long at) {
  unsigned char *place = &counts[at * *(int *)distance % 8];
  hk_spec_update(place, 1);
  ++*place;
}

static int same = 5, copies[TRIPS];

static void write_same(void *unused, long long at) {
  (void)unused;
  copies[at] = same;
  same = 0;
  same = 5;
}

static void write_same_marked(void *unused, long long at) {
  (void)unused;
  W(copies[at], R(same));
  W(same, 0);
  W(same, 5);
}

AHEAD(chained, follow, follow_marked);
AHEAD(seldom_chained, need_seldom, need_seldom_marked);
AHEAD(apart, count, count_marked);
AHEAD(together, count, count_marked);
AHEAD(unchanged, write_same, write_same_marked);

int main(void) {
  begin_test();
  chain[0] = 1;
  run_ahead(&chained, NULL, TRIPS);
  check_wrong(&chained, HKI_CHANGED);
  long long value = 1;
  for (long long at = 0; at < TRIPS; at++)
    CHECK(chain[at + 1] == (value = value * 3 + at));

  run_ahead(&seldom_chained, NULL, TRIPS);
  const struct hki_history *history = history_of(&seldom_chained);
  CHECK(history->successes > 0 && history->successes < history->attempts);
  for (int at = 0; at < TRIPS; at++)
    CHECK(seldom[at] == at + 1 + (at > 0 && at % 8 == 0 ? seldom[at - 1] : 0));

  /* Iteration 0 in the parent, 1 in the child. */
  int distance = 1;
  run_ahead(&apart, &distance, 2);
  check_right(&apart);
  CHECK(counts[0] == 1 && counts[1] == 1);
  distance = 0;
  run_ahead(&together, &distance, 2);
  check_wrong(&together, HKI_CHANGED);
  CHECK(counts[0] == 3 && counts[1] == 1);

  run_ahead(&unchanged, NULL, TRIPS);
  check_right(&unchanged);
  for (int at = 0; at < TRIPS; at++)
    CHECK(copies[at] == 5);
  return 0;
}
