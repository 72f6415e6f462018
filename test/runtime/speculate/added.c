/* SPDX-License-Identifier: Apache-2.0
 *
 * Integers that a child adds to in its own memory: what it adds counts, not
 * what it has, as the program adds meanwhile. Rows and histograms of all
 * widths, beyond their ends; widths that meet in some bytes; other updates
 * before and behind; reads and writes, which make a segment wrong; bytes beside
 * them that are read and written.
 */
#include "ahead.h"

enum { TRIPS = 64, SIZE = 700 };

static struct state {
  unsigned char bytes[SIZE];
  unsigned short shorts[SIZE];
  int ints[SIZE];
  unsigned long long longs[SIZE];
  union {
    unsigned short shorts[4];
    unsigned ints[2];
    unsigned long long whole;
  } mixed[9];
  struct {
    int sum, other;
  } pairs[TRIPS];
  double real;
  int out[TRIPS];
} state, wanted, *at_hand = &state;

static unsigned random_of(long long at) {
  unsigned x = (unsigned)at * 2654435761u + 12345u;
  return (x ^ x >> 13) * 1274126177u >> 7;
}

/* What statements learn is theirs in each run of a loop. */
static unsigned number;

/* As the compiler writes it. */
#define ADD(E, V)                                                              \
  do {                                                                         \
    static struct hk_spec_sum all_[3];                                         \
    struct hk_spec_sum *known_ = &all_[number];                                \
    __auto_type at_ = &(E);                                                    \
    unsigned long long by_ = (unsigned long long)(V);                          \
    if (!hk_spec_add_here(at_, sizeof *at_, by_) &&                            \
        !hk_spec_add_again(known_, at_, by_) &&                                \
        (hk_spec_has_touched(at_, sizeof *at_) ||                              \
         !hk_spec_add(known_, at_, sizeof *at_, by_))) {                       \
      hk_spec_update(at_, sizeof *at_);                                        \
      *at_ = (__typeof__(*at_))(*at_ + by_);                                   \
    }                                                                          \
  } while (0)
static void flip(void *target, const void *by) {
  *(unsigned *)target ^= *(const unsigned *)by;
}
#define XOR(E, V)                                                              \
  do {                                                                         \
    static struct hk_spec_site flips_;                                         \
    unsigned by_ = (V), *at_ = &(E);                                           \
    if (hk_spec_has_touched(at_, 4) ||                                         \
        !hk_spec_defer(&flips_, at_, 4, flip, &by_, sizeof by_)) {             \
      hk_spec_update(at_, 4);                                                  \
      *at_ ^= by_;                                                             \
    }                                                                          \
  } while (0)
#define PLAIN_R(E) (E)
#define PLAIN_W(E, V) ((E) = (V))
#define PLAIN_ADD(E, V) ((E) = (__typeof__(E))((E) + (V)))
#define PLAIN_XOR(E, V) ((E) ^= (V))

#define SUMS(ADD)                                                              \
  for (int i = 0; i < 600; i++) {                                              \
    unsigned x = random_of(at * 1000 + i);                                     \
    ADD(s->shorts[i + 5], x);                                                  \
    ADD(s->ints[x % SIZE], (int)(x << 9));                                     \
    ADD(s->longs[x / 7 % SIZE], (unsigned long long)x << 38);                  \
    ADD(s->bytes[x / 3 % SIZE], x);                                            \
  }

static void sums_text(void *unused, long long at) {
  struct state *s = at_hand;
  (void)unused;
  SUMS(PLAIN_ADD)
}
static void sums_clone(void *unused, long long at) {
  struct state *s = at_hand;
  (void)unused;
  SUMS(ADD)
}
AHEAD(sums, sums_text, sums_clone);

/* Carries go from the low half to the high one, or do not. */
#define MIXED(ADD, XOR)                                                        \
  for (int i = 0; i < 12; i++) {                                               \
    unsigned x = random_of(at * 31 + i), k = x % 9;                            \
    if (x & 16)                                                                \
      ADD(s->mixed[k].ints[x >> 5 & 1], x * 69069u);                           \
    else if (x & 32)                                                           \
      ADD(s->mixed[k].shorts[x >> 6 & 3], x);                                  \
    else if (x & 64)                                                           \
      ADD(s->mixed[k].whole, (unsigned long long)x << 27);                     \
    else if (x & 128)                                                          \
      XOR(s->mixed[k].ints[x >> 8 & 1], x * 5u);                               \
  }
static void mixed_text(void *unused, long long at) {
  struct state *s = at_hand;
  (void)unused;
  MIXED(PLAIN_ADD, PLAIN_XOR)
}
static void mixed_clone(void *unused, long long at) {
  struct state *s = at_hand;
  (void)unused;
  MIXED(ADD, XOR)
}
AHEAD(mixed, mixed_text, mixed_clone);

/* Who reads or writes a sum is wrong, and what comes behind it is not. */
#define NEEDED(R, W, ADD)                                                      \
  for (int i = 0; i < 40; i++)                                                 \
    ADD(s->ints[i], (int)at + i);                                              \
  if (random_of(at) % 23 == 0)                                                 \
    W(s->out[at], R(s->ints[random_of(at) % 40]));                             \
  if (random_of(at) % 29 == 0)                                                 \
    W(s->ints[random_of(at) % 40], (int)at);                                   \
  for (int i = 0; i < 40; i++)                                                 \
    ADD(s->ints[i], 3 * (int)at);
static void needed_text(void *unused, long long at) {
  struct state *s = at_hand;
  (void)unused;
  NEEDED(PLAIN_R, PLAIN_W, PLAIN_ADD)
}
static void needed_clone(void *unused, long long at) {
  struct state *s = at_hand;
  (void)unused;
  NEEDED(R, W, ADD)
}
AHEAD(needed, needed_text, needed_clone);

/* Half of a granule is a sum of all, half each iteration's own. */
#define BESIDE(R, W, ADD)                                                      \
  for (int i = 0; i < TRIPS; i++)                                              \
    ADD(s->pairs[i].sum, (int)at *i);                                          \
  W(s->pairs[at].other, R(s->pairs[at].other) + 9);
static void beside_text(void *unused, long long at) {
  struct state *s = at_hand;
  (void)unused;
  BESIDE(PLAIN_R, PLAIN_W, PLAIN_ADD)
}
static void beside_clone(void *unused, long long at) {
  struct state *s = at_hand;
  (void)unused;
  BESIDE(R, W, ADD)
}
AHEAD(beside, beside_text, beside_clone);

static void start(struct state *s) {
  memset(s, 0, sizeof *s);
  for (int i = 0; i < SIZE; i++)
    s->longs[i] = random_of(i), s->ints[i] = -i, s->shorts[i] = 65000;
}

static void run(struct ahead *ahead, unsigned always) {
  ahead->loop = (struct hk_spec_loop){
      .name = ahead->loop.name, .body = body, .always = always};
  number = always;
  start(&wanted);
  at_hand = &wanted;
  for (long long at = 0; at < TRIPS; at++)
    ahead->text(NULL, at);
  at_hand = &state;
  start(&state);
  run_ahead(ahead, NULL, TRIPS);
  CHECK(memcmp(&state, &wanted, sizeof state) == 0);
}

int main(void) {
  begin_test();
  for (unsigned always = 1; always <= 2; always++) {
    run(&sums, always);
    check_right(&sums);
    run(&mixed, always);
    check_right(&mixed);
    run(&beside, always);
    check_right(&beside);
    run(&needed, always);
    CHECK(history_of(&needed)->attempts > 0);
  }
  CHECK(history_of(&needed)->successes > 0);
  return 0;
}
