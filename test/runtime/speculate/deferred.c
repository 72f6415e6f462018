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

static void defer_double(struct hk_spec_site *site, double *target,
                         double value) {
  if (!hk_spec_defer(site, target, sizeof *target, add_double, &value,
                     sizeof value)) {
    hk_spec_update(target, sizeof *target);
    *target += value;
  }
}

static void add_deferred(void *unused, long long at) {
  (void)unused;
  static struct hk_spec_site sites[4];
  unsigned short part = (unsigned short)at;
  defer_double(&sites[0], &sum, part_of(at));
  defer_double(&sites[1], &few[at % 4], part_of(at));
  defer_double(&sites[2], &few[at % 3], part_of(at) / 9);
  if (!hk_spec_defer(&sites[3], &mix, sizeof mix, append, &part, sizeof part))
    W(mix, R(mix) * 31 + part);
}

/* Every 16th iteration looks at the sum. */
static double seen[TRIPS];
static struct hk_spec_site look_site;

static void look(void *unused, long long at) {
  (void)unused;
  sum += part_of(at);
  if (at % 16 == 15)
    seen[at] = sum;
}

static void look_deferred(void *unused, long long at) {
  (void)unused;
  defer_double(&look_site, &sum, part_of(at));
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
  static struct hk_spec_site site;
  CHECK(!hk_spec_defer(&site, &started[at], 8, add_double, &started[0], 8));
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
  static struct hk_spec_site site;
  CHECK(!hk_spec_defer(&site, &local, 8, add_double, &value, 8));
  W(squares[at], value);
}

/* What an iteration counts for itself it needs, by whichever of two statements
 * it has done so; the sums of all it does not. */
static long counts[TRIPS], all, odd;
static double means[TRIPS];
static struct hk_spec_sum count_by[2], all_by[2];

static void count(void *unused, long long at) {
  (void)unused;
  counts[at] += at % 5;
  counts[at]++;
  all += at;
  odd += at % 2;
  means[at] = 1.0 / (double)counts[at];
}

static void add_long(struct hk_spec_sum *known, long *target, long value) {
  if (!hk_spec_add(known, target, sizeof *target, (unsigned long long)value)) {
    hk_spec_update(target, sizeof *target);
    *target += value;
  }
}

static void count_deferred(void *unused, long long at) {
  (void)unused;
  add_long(&count_by[0], &counts[at], at % 5);
  add_long(&count_by[1], &counts[at], 1);
  add_long(&all_by[0], &all, at);
  add_long(&all_by[1], &odd, at % 2);
  W(means[at], 1.0 / (double)R(counts[at]));
}

AHEAD(sums, add, add_deferred);
AHEAD(looks, look, look_deferred);
AHEAD(starts, start, start_deferred);
AHEAD(locals, square, square_deferred);

AHEAD(own_counts, count, count_deferred);

static void check_counts(void) {
  const struct hki_history *history;
  run_ahead(&own_counts, NULL, TRIPS);
  history = history_of(&own_counts);
  CHECK(!history->keeps_updates && history->successes + 2 >= history->attempts);
  CHECK(count_by[0].site.keeps && count_by[1].site.keeps);
  CHECK(!all_by[0].site.keeps && !all_by[1].site.keeps);
  CHECK(all == TRIPS * (TRIPS - 1) / 2 && odd == TRIPS / 2);
  for (long long at = 0; at < TRIPS; at++)
    CHECK(counts[at] == at % 5 + 1 && means[at] == 1.0 / (double)counts[at]);
}

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
  CHECK(look_site.keeps);
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
  check_counts();
  return 0;
}
