/* SPDX-License-Identifier: Apache-2.0
 *
 * What iterations pass on by a rule is foreseen: after the first failure
 * children are right, and the program ends with what it would have had. Where
 * the rule changes on the way, or there is none, children are wrong, and the
 * result is the same all the same.
 */
#include "ahead.h"

#include <stdint.h>

enum { TRIPS = 3000 };

static uint64_t out[TRIPS], expected[TRIPS];

/* Runs `text` alone for what is expected; then ahead from the same beginning.
 */
static void compare(struct ahead *ahead, void (*begin)(void)) {
  begin();
  for (long long at = 0; at < TRIPS; at++)
    ahead->text(NULL, at);
  memcpy(expected, out, sizeof out);
  memset(out, 0, sizeof out);
  begin();
  run_ahead(ahead, NULL, TRIPS);
  CHECK(memcmp(out, expected, sizeof out) == 0);
}

static void check_mostly_right(struct ahead *ahead) {
  const struct hki_history *history = history_of(ahead);
  if (history->successes < 4 || history->attempts - history->successes > 2)
    fprintf(stderr, "%s: %u of %u, last %u\n", ahead->loop.name,
            history->successes, history->attempts, history->last);
  CHECK(history->successes >= 4);
  CHECK(history->attempts - history->successes <= 2);
}

/* A count that is read; and one that goes down, in bytes beside it. */
static struct {
  int count;
  short left;
  char beside;
} numbers;

static void begin_count(void) { numbers.count = 7, numbers.left = 20000; }
static void count(void *unused, long long at) {
  (void)unused;
  out[at] = (uint64_t)(numbers.count * 3 + numbers.left);
  numbers.count++;
  numbers.left = (short)(numbers.left - 5);
}
static void count_marked(void *unused, long long at) {
  (void)unused;
  W(out[at], (uint64_t)(R(numbers.count) * 3 + R(numbers.left)));
  W(numbers.count, R(numbers.count) + 1);
  W(numbers.left, (short)(R(numbers.left) - 5));
}

/* An update that could be put off, were it not read: then no more than that one
 * counts as read. */
static long sum, done;

static void begin_put_off(void) { sum = done = 0; }
static void put_off(void *unused, long long at) {
  (void)unused;
  sum += at % 7;
  done++;
  out[at] = (uint64_t)(done % 10 == 0 ? done : at);
}
static void put_off_marked(void *unused, long long at) {
  (void)unused;
  static struct hk_spec_sum known[2];
  if (!hk_spec_add(&known[0], &sum, sizeof sum, (unsigned long long)(at % 7)))
    W(sum, R(sum) + at % 7);
  if (!hk_spec_add(&known[1], &done, sizeof done, 1))
    W(done, R(done) + 1);
  W(out[at], (uint64_t)(R(done) % 10 == 0 ? done : at));
}

static uint64_t state;

static void begin_random(void) { state = 88172645463325252u; }

/* Three draws in each iteration. */
static uint64_t congruential(uint64_t x) {
  return x * 6364136223846793005u + 1442695040888963407u;
}
static void draw(void *unused, long long at) {
  (void)unused;
  for (int i = 0; i < 3; i++)
    state = congruential(state);
  out[at] = state >> 33;
}
static void draw_marked(void *unused, long long at) {
  (void)unused;
  for (int i = 0; i < 3; i++)
    W(state, congruential(R(state)));
  W(out[at], R(state) >> 33);
}

static uint64_t xorshift(uint64_t x) {
  x ^= x << 13;
  x ^= x >> 7;
  return x ^ x << 17;
}
static void shift(void *unused, long long at) {
  (void)unused;
  state = xorshift(state);
  out[at] = state >> 33;
}
static void shift_marked(void *unused, long long at) {
  (void)unused;
  W(state, xorshift(R(state)));
  W(out[at], R(state) >> 33);
}

/* As often as the last number says. */
static void draw_some(void *unused, long long at) {
  (void)unused;
  do
    state = congruential(state);
  while (state >> 62 == 0);
  out[at] = state >> 33;
}
static void draw_some_marked(void *unused, long long at) {
  (void)unused;
  do
    W(state, congruential(R(state)));
  while (R(state) >> 62 == 0);
  W(out[at], R(state) >> 33);
}

/* Around and around: a rule that ends and begins anew. */
static unsigned slot;

static void begin_ring(void) { slot = 0; }
static void ring(void *unused, long long at) {
  (void)unused;
  slot = slot == 299 ? 0 : slot + 1;
  out[at] = slot;
}
static void ring_marked(void *unused, long long at) {
  (void)unused;
  W(slot, R(slot) == 299 ? 0 : R(slot) + 1);
  W(out[at], R(slot));
}

/* One word in two widths: the low half follows a rule, the whole another. */
static union {
  uint64_t whole;
  uint32_t low;
} both;

static void begin_both(void) { both.whole = 1; }
static void widths(void *unused, long long at) {
  (void)unused;
  out[at] = at % 2 ? both.whole : both.low;
  both.low += 3;
  both.whole += (uint64_t)5 << 32;
}
static void widths_marked(void *unused, long long at) {
  (void)unused;
  W(out[at], at % 2 ? R(both.whole) : R(both.low));
  W(both.low, R(both.low) + 3);
  W(both.whole, R(both.whole) + ((uint64_t)5 << 32));
}

/* Another state in each entry, as of a function that is called for several. */
static uint64_t states[3];

static void draw_of(void *state, long long at) {
  uint64_t *s = state;
  *s = congruential(*s);
  out[at] = *s >> 33;
}
static void draw_of_marked(void *state, long long at) {
  uint64_t *s = state;
  W(*s, congruential(R(*s)));
  W(out[at], R(*s) >> 33);
}

AHEAD(of_several, draw_of, draw_of_marked);

static void entries_differ(void) {
  const struct hki_history *history = history_of(&of_several);
  for (unsigned entry = 0; entry < 12; entry++) {
    uint64_t *state = &states[entry % 3], last = *state;
    unsigned right = history->successes;
    run_ahead(&of_several, state, TRIPS);
    CHECK(history->successes >= right + 4);
    for (long long at = 0; at < TRIPS; at++)
      CHECK(out[at] == (last = congruential(last)) >> 33);
    CHECK(last == *state);
  }
}

AHEAD(in_widths, widths, widths_marked);
AHEAD(counted, count, count_marked);
AHEAD(deferred, put_off, put_off_marked);
AHEAD(drawn, draw, draw_marked);
AHEAD(shifted, shift, shift_marked);
AHEAD(drawn_at_random, draw_some, draw_some_marked);
AHEAD(around, ring, ring_marked);

int main(void) {
  begin_test();
  numbers.beside = 9;
  compare(&counted, begin_count);
  check_mostly_right(&counted);
  CHECK(numbers.count == 7 + TRIPS && numbers.left == 20000 - 5 * TRIPS);
  CHECK(numbers.beside == 9);

  compare(&deferred, begin_put_off);
  check_mostly_right(&deferred);
  CHECK(done == TRIPS);

  compare(&drawn, begin_random);
  check_mostly_right(&drawn);
  compare(&shifted, begin_random);
  check_mostly_right(&shifted);

  compare(&in_widths, begin_both);
  check_mostly_right(&in_widths);

  entries_differ();
  compare(&drawn_at_random, begin_random);
  check_wrong(&drawn_at_random, HKI_CHANGED);
  compare(&around, begin_ring);
  CHECK(history_of(&around)->successes > 0);
  return 0;
}
