/* SPDX-License-Identifier: Apache-2.0
 *
 * Updates that children leave to the parent are done in the order of the
 * program: sums of doubles come out the same to the last bit. A child that
 * needs such a sum is dropped, and from then on children add themselves.
 */
#include "ahead.h"

enum { TRIPS = 100 };

static void add_double(void *target, const void *value) {
  *(double *)target += *(const double *)value;
}

static void append(void *target, const void *value) {
  *(unsigned *)target =
      *(unsigned *)target * 31 + *(const unsigned short *)value;
}

static double sum, few[4];
static unsigned mix;

static double part_of(long long at) { return 1.0 / (double)(3 * at + 1) * 1e3; }

static void add(void *unused, long long at) {
  (void)unused;
  sum += part_of(at);
  few[at % 4] += part_of(at);
  few[at % 3] += part_of(at) / 9;
  mix = mix * 31 + (unsigned short)at;
}

static void defer_double(double *target, double value) {
  if (!hk_spec_defer(target, sizeof *target, add_double, &value,
                     sizeof value)) {
    hk_spec_update(target, sizeof *target);
    *target += value;
  }
}

static void add_deferred(void *unused, long long at) {
  (void)unused;
  unsigned short part = (unsigned short)at;
  defer_double(&sum, part_of(at));
  defer_double(&few[at % 4], part_of(at));
  defer_double(&few[at % 3], part_of(at) / 9);
  if (!hk_spec_defer(&mix, sizeof mix, append, &part, sizeof part))
    W(mix, R(mix) * 31 + part);
}

/* Every 16th iteration looks at the sum. */
static double seen[TRIPS];

static void look(void *unused, long long at) {
  (void)unused;
  sum += part_of(at);
  if (at % 16 == 15)
    seen[at] = sum;
}

static void look_deferred(void *unused, long long at) {
  (void)unused;
  defer_double(&sum, part_of(at));
  if (at % 16 == 15)
    W(seen[at], R(sum));
}

/* What a child has written is its own, and is added to there: 1. */
static double started[TRIPS];

static void start(void *unused, long long at) {
  (void)unused;
  started[at] = 1;
  started[at] += part_of(at);
}

static void start_deferred(void *unused, long long at) {
  (void)unused;
  W(started[at], 1);
  CHECK(!hk_spec_defer(&started[at], 8, add_double, &started[0], 8));
  W(started[at], R(started[at]) + part_of(at));
}

/* A local of the child. */
static double squares[TRIPS];

static void square(void *unused, long long at) {
  (void)unused;
  squares[at] = (double)(at * at);
}

static void square_deferred(void *unused, long long at) {
  (void)unused;
  double local = 0, value = (double)(at * at);
  CHECK(!hk_spec_defer(&local, 8, add_double, &value, 8));
  W(squares[at], value);
}

AHEAD(sums, add, add_deferred);
AHEAD(looks, look, look_deferred);
AHEAD(starts, start, start_deferred);
AHEAD(locals, square, square_deferred);

int main(void) {
  begin_test();
  double wanted = 0, wanted_few[4] = {0};
  unsigned wanted_mix = 0;
  for (long long at = 0; at < TRIPS; at++)
    add(NULL, at);
  wanted = sum;
  memcpy(wanted_few, few, sizeof few);
  wanted_mix = mix;
  sum = 0;
  memset(few, 0, sizeof few);
  mix = 0;
  run_ahead(&sums, NULL, TRIPS);
  check_right(&sums);
  CHECK(memcmp(&sum, &wanted, sizeof sum) == 0);
  CHECK(memcmp(few, wanted_few, sizeof few) == 0);
  CHECK(mix == wanted_mix);

  sum = 0;
  run_ahead(&looks, NULL, TRIPS);
  CHECK(memcmp(&sum, &wanted, sizeof sum) == 0);
  CHECK(history_of(&looks)->keeps_updates);
  sum = 0;
  for (long long at = 0; at < TRIPS; at++) {
    sum += part_of(at);
    CHECK(seen[at] == (at % 16 == 15 ? sum : 0));
  }

  run_ahead(&starts, NULL, TRIPS);
  check_right(&starts);
  run_ahead(&locals, NULL, TRIPS);
  check_right(&locals);
  for (long long at = 0; at < TRIPS; at++)
    CHECK(started[at] == 1 + part_of(at) && squares[at] == (double)(at * at));
  return 0;
}
