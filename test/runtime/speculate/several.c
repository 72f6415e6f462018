/* SPDX-License-Identifier: Apache-2.0
 *
 * Several children at a time, as where there are more processors: each goes on
 * where the one before has stopped, and sees what it did; one that was wrong
 * ends those behind it.
 */
#include "ahead.h"
#include "speculate/process.h"

enum { TRIPS = 300, CHILDREN = 5 };

static long long values[TRIPS];
static double sum;
static long long marks;

static void add_double(void *target, const void *value) {
  *(double *)target += *(const double *)value;
}

static double part_of(long long at) { return 1e4 / (double)(7 * at + 3); }

static void set(void *unused, long long at) {
  (void)unused;
  values[at] = at * at;
  sum += part_of(at);
}

static void set_marked(void *unused, long long at) {
  (void)unused;
  double part = part_of(at);
  W(values[at], at * at);
  static struct hk_spec_site site;
  if (!hk_spec_defer(&site, &sum, sizeof sum, add_double, &part, sizeof part))
    hk_spec_give_up();
}

/* What iteration 20 k changes all others read. */
static void mark(void *unused, long long at) {
  (void)unused;
  values[at] = marks;
  if (at % 20 == 19)
    marks++;
}

static void mark_marked(void *unused, long long at) {
  (void)unused;
  W(values[at], R(marks));
  if (at % 20 == 19)
    W(marks, R(marks) + 1);
}

/* Iteration 50 does not end in children. */
static void stay(void *unused, long long at) { set(unused, at); }

static void stay_marked(void *unused, long long at) {
  set_marked(unused, at);
  for (volatile int i = 0; at == 50; i++)
    ;
}

/* A loop that ends long before it seems to: in the midst of what
 * children do. */
static void body_until_62(void *unused, long long from) {
  for (long long at = from; at < 62;) {
    set_marked(unused, at);
    if (!hk_spec_next(++at))
      return;
  }
}

static void early_end(void) {
  struct hk_spec_loop loop = {
      .name = "early", .body = body_until_62, .always = 1, .keeps_memory = 1};
  long long at = 0;
  for (int over = 0; !over;) {
    long long to = hk_spec_begin(&loop, at, TRIPS, NULL);
    while (at < to && !(over = !(at < 62)))
      set(NULL, at++);
    if (to == LLONG_MAX)
      break;
    at = hk_spec_end(&loop, at, over);
  }
  CHECK(at == 62);
  CHECK(values[61] == 61 * 61 && values[62] == 0);
  CHECK(((const struct hki_history *)(void *)loop.state)->successes > 0);
  memset(values, 0, sizeof values);
  sum = 0;
}

AHEAD(sets, set, set_marked);
AHEAD(marked, mark, mark_marked);
AHEAD(stays, stay, stay_marked);

static double sum_of_all(void) {
  double result = 0;
  for (long long at = 0; at < TRIPS; at++)
    result += part_of(at);
  return result;
}

static void check_values(void) {
  double wanted = sum_of_all();
  for (long long at = 0; at < TRIPS; at++)
    CHECK(values[at] == at * at);
  CHECK(memcmp(&sum, &wanted, sizeof sum) == 0);
  memset(values, 0, sizeof values);
  sum = 0;
}

int main(void) {
  begin_test();
  run_ahead(&sets, NULL, TRIPS);
  check_values();
  if (history_of(&sets)->successes == 0)
    return 77; /* not possible here */
  hki_process.most_children = CHILDREN;
  history_of(&sets)->attempts = history_of(&sets)->successes = 0;
  run_ahead(&sets, NULL, TRIPS);
  check_values();
  check_right(&sets);
  CHECK(history_of(&sets)->attempts < 10); /* six pieces each */

  early_end();
  run_ahead(&marked, NULL, TRIPS);
  for (long long at = 0; at < TRIPS; at++)
    CHECK(values[at] == at / 20);
  CHECK(history_of(&marked)->successes > 0);
  memset(values, 0, sizeof values);

  run_ahead(&stays, NULL, TRIPS);
  check_values();
  CHECK(history_of(&stays)->successes > 0);
  return 0;
}
