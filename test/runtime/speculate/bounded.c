/* SPDX-License-Identifier: Apache-2.0
 *
 * Places that are compared with numbers, and seldom written: what counts is how
 * comparisons come out. Largest and smallest of all kinds of numbers with where
 * they were; at a tie the first. Limits that iterations before move past what
 * was compared prove a child wrong.
 */
#include "ahead.h"

enum { TRIPS = 400 };

static struct {
  double most;
  long long at_most;
  int least, limit;
  unsigned wide;
  float nan;
  int above, below;
} all, wanted;

static unsigned random_of(long long at) {
  unsigned x = (unsigned)at * 2654435761u + 12345u;
  return (x ^ x >> 13) * 1274126177u >> 7;
}

static void look(void *unused, long long at) {
  (void)unused;
  double value = random_of(at) % 1000 / 8.0;
  int other = (int)(random_of(at + 7777) % 100000) - 50000;
  unsigned third = random_of(at * 3) << 7;
  if (value > all.most) {
    all.most = value;
    all.at_most = at;
  }
  if (all.least >= other)
    all.least = other - 1;
  if (!(all.wide >= third))
    all.wide = third;
  if ((float)value < all.nan)
    all.above = 1000;
  if (other > all.limit)
    all.above++;
  else
    all.below++;
}

#define BITS(x) hk_spec_bits(&(x), sizeof(x))
#define BOUND(x, kind, value, holds, relation)                                 \
  do {                                                                         \
    __typeof__(x) by = (value);                                                \
    if (hk_spec_is_touched(&(x), BITS(x)) ||                                   \
        !hk_spec_bound(&(x), sizeof(x), kind, &by,                             \
                       (holds) ? (relation) : 3 - (relation)))                 \
      hk_spec_read(&(x), sizeof(x));                                           \
  } while (0)
#define COUNT(x)                                                               \
  do {                                                                         \
    static struct hk_spec_sum known;                                           \
    if (!hk_spec_add_again(&known, &(x), 1) &&                                 \
        !hk_spec_add(&known, &(x), sizeof(x), 1)) {                            \
      hk_spec_update(&(x), sizeof(x));                                         \
      (x)++;                                                                   \
    }                                                                          \
  } while (0)

static void look_bounded(void *unused, long long at) {
  (void)unused;
  double value = random_of(at) % 1000 / 8.0;
  int other = (int)(random_of(at + 7777) % 100000) - 50000;
  unsigned third = random_of(at * 3) << 7;
  BOUND(all.most, 2, value, all.most < value, 0);
  if (value > all.most) {
    W(all.most, value);
    W(all.at_most, at);
  }
  BOUND(all.least, 0, other, all.least >= other, 3);
  if (all.least >= other)
    W(all.least, other - 1);
  BOUND(all.wide, 1, third, all.wide >= third, 3);
  if (!(all.wide >= third))
    W(all.wide, third);
  BOUND(all.nan, 2, (float)value, all.nan > (float)value, 2);
  if ((float)value < all.nan)
    W(all.above, 1000);
  BOUND(all.limit, 0, other, all.limit < other, 0);
  if (other > all.limit)
    COUNT(all.above);
  else
    COUNT(all.below);
}

/* A limit that each iteration moves by little, and one that a few move far. */
static long limit, few, over[TRIPS];

static void move(void *unused, long long at) {
  (void)unused;
  long value = (long)(random_of(at) % 4000);
  over[at] = value > limit ? 1 : -1;
  if (value < few)
    over[at] += 4;
  limit += 3;
  if (at % 100 == 50)
    few += 500;
}

static void move_bounded(void *unused, long long at) {
  (void)unused;
  long value = (long)(random_of(at) % 4000);
  BOUND(limit, 0, value, limit < value, 0);
  W(over[at], value > limit ? 1 : -1);
  BOUND(few, 0, value, few > value, 2);
  if (value < few)
    W(over[at], R(over[at]) + 4);
  W(limit, R(limit) + 3);
  if (at % 100 == 50)
    W(few, R(few) + 500);
}

/* Each iteration moves it, none past the limit. */
static long level;

static void rise(void *unused, long long at) {
  (void)unused;
  over[at] = level > 1000000 ? 1 : 2;
  level = (long)at;
}

static void rise_bounded(void *unused, long long at) {
  (void)unused;
  BOUND(level, 0, 1000000, level > 1000000, 2);
  W(over[at], level > 1000000 ? 1 : 2);
  W(level, (long)at);
}

AHEAD(rises, rise, rise_bounded);
AHEAD(looks, look, look_bounded);
AHEAD(moves, move, move_bounded);

static void begin(void) {
  memset(&all, 0, sizeof all);
  all.least = 1 << 20;
  all.nan = __builtin_nanf("");
  all.limit = 100;
}

int main(void) {
  begin_test();
  begin();
  for (long long at = 0; at < TRIPS; at++)
    look(NULL, at);
  wanted = all;
  begin();
  run_ahead(&looks, NULL, TRIPS);
  CHECK(history_of(&looks)->successes > 0);
  CHECK(memcmp(&all, &wanted, sizeof all) == 0);

  run_ahead(&rises, NULL, TRIPS);
  check_right(&rises);
  CHECK(level == TRIPS - 1 && over[TRIPS / 2] == 2);

  long wanted_over[TRIPS];
  for (long long at = 0; at < TRIPS; at++)
    move(NULL, at);
  memcpy(wanted_over, over, sizeof over);
  limit = few = 0;
  memset(over, 0, sizeof over);
  run_ahead(&moves, NULL, TRIPS);
  CHECK(memcmp(wanted_over, over, sizeof over) == 0);
  return 0;
}
