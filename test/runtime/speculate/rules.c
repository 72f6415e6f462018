/* SPDX-License-Identifier: Apache-2.0
 *
 * Which numbers go on by a rule, and what comes then: counters, generators of
 * random numbers as they are written, and what is none.
 */
#include "check.h"
#include "speculate/foresight/recurrence.h"
#include "speculate/foresight/rule.h"

enum { AHEAD = 1000 };

typedef uint64_t next_number(uint64_t number);

static uint64_t some(uint64_t number, next_number *next, uint64_t steps) {
  for (; steps > 0; steps--)
    number = next(number);
  return number;
}

/* From `seed` on, one of `apart` numbers each. */
static void take(uint64_t *numbers, unsigned count, uint64_t seed,
                 next_number *next, uint64_t apart) {
  for (unsigned i = 0; i < count; i++) {
    numbers[i] = seed;
    seed = some(seed, next, apart);
  }
}

static void follows_rule(next_number *next, uint64_t seed, unsigned bits,
                         unsigned enough) {
  for (uint64_t apart = 1; apart < 9; apart++) {
    uint64_t numbers[HKI_RULE_MOST];
    struct hki_rule rule;
    take(numbers, HKI_RULE_MOST, seed, next, apart);
    CHECK(hki_rule_of(&rule, numbers, enough, bits));
    CHECK(hki_rule_after(&rule, numbers[2], AHEAD) ==
          some(numbers[2], next, apart * AHEAD));
    CHECK(hki_rule_after(&rule, numbers[2], 0) == numbers[2]);
    numbers[enough - 1] ^= 1;
    CHECK(!hki_rule_of(&rule, numbers, enough, bits));
  }
}

static uint64_t knuth(uint64_t x) {
  return x * 6364136223846793005u + 1442695040888963407u;
}
static uint64_t ansi(uint64_t x) {
  return (uint32_t)(x * 1103515245u + 12345u);
}
static uint64_t ansi_masked(uint64_t x) {
  return (x * 1103515245u + 12345u) & 0x7fffffff;
}
static uint64_t of_48_bits(uint64_t x) {
  return (x * 0x5deece66du + 11) & 0xffffffffffffu;
}
static uint64_t multiplied(uint64_t x) { return x * 2862933555777941757u; }
static uint64_t minimal(uint64_t x) { return x * 16807 % 2147483647; }
static uint64_t small(uint64_t x) { return (x * 7141 + 54773) % 259200; }
static uint64_t weyl(uint64_t x) { return x + 0x9e3779b97f4a7c15u; }
static uint64_t up(uint64_t x) { return x + 1; }
static uint64_t down(uint64_t x) { return (uint16_t)(x - 3); }

static uint64_t xorshift(uint64_t x) {
  x ^= x << 13;
  x ^= x >> 7;
  return x ^ x << 17;
}
static uint64_t xorshift_32(uint64_t x) {
  uint32_t y = (uint32_t)x;
  y ^= y << 13;
  y ^= y >> 17;
  return y ^ y << 5;
}

static void follows_recurrence(next_number *next, uint64_t seed,
                               unsigned degree) {
  for (uint64_t apart = 1; apart < 9; apart += 3) {
    uint64_t numbers[HKI_MOST_NUMBERS];
    struct hki_recurrence recurrence;
    unsigned enough = 2 * degree + 8;
    take(numbers, enough, seed, next, apart);
    CHECK(hki_recurrence_of(&recurrence, numbers, enough));
    CHECK(recurrence.degree == degree);
    for (unsigned i = 0; i < enough; i++)
      CHECK(hki_recurrence_after(&recurrence, numbers, i) == numbers[i]);
    CHECK(hki_recurrence_after(&recurrence, numbers, AHEAD) ==
          some(seed, next, apart * AHEAD));
    CHECK(!hki_recurrence_of(&recurrence, numbers, enough / 2));
    numbers[enough - 1] ^= 1u << 5;
    CHECK(!hki_recurrence_of(&recurrence, numbers, enough));
  }
}

/* xoshiro256: four words, 256 bits; each word alone satisfies it. */
static uint64_t words[4];

static void next_words(void) {
  uint64_t shifted = words[1] << 17;
  words[2] ^= words[0];
  words[3] ^= words[1];
  words[1] ^= words[2];
  words[0] ^= words[3];
  words[2] ^= shifted;
  words[3] = words[3] << 45 | words[3] >> 19;
}

static void several_words(void) {
  static uint64_t numbers[4][HKI_MOST_NUMBERS];
  for (unsigned i = 0; i < 4; i++)
    words[i] = 77 * i + 5;
  for (unsigned k = 0; k < HKI_MOST_NUMBERS; k++, next_words())
    for (unsigned i = 0; i < 4; i++)
      numbers[i][k] = words[i];
  for (unsigned k = HKI_MOST_NUMBERS; k < AHEAD; k++)
    next_words();
  for (unsigned i = 0; i < 4; i++) {
    struct hki_recurrence recurrence;
    CHECK(hki_recurrence_of(&recurrence, numbers[i], HKI_MOST_NUMBERS));
    CHECK(recurrence.degree == HKI_MOST_DEGREE);
    CHECK(hki_recurrence_after(&recurrence, numbers[i], AHEAD) == words[i]);
  }
}

static void none(void) {
  const uint64_t still[] = {7, 7, 7, 7, 7, 7, 7, 7};
  const uint64_t twice[] = {7, 7, 8, 9, 10, 11, 12, 13};
  const uint64_t squares[] = {1, 4, 9, 16, 25, 36, 49, 64};
  const uint64_t even_then_odd[] = {0, 2, 3, 4, 5, 6, 7, 8};
  struct hki_rule rule;
  for (unsigned count = 0; count <= HKI_RULE_MOST; count++) {
    CHECK(!hki_rule_of(&rule, still, count, 64));
    CHECK(!hki_rule_of(&rule, twice, count, 32));
    CHECK(!hki_rule_of(&rule, even_then_odd, count, 32));
    if (count != 4)
      CHECK(!hki_rule_of(&rule, squares, count, 64));
  }
}

int main(void) {
  follows_rule(knuth, 42, 64, 5);
  follows_rule(ansi, 42, 32, 5);
  follows_rule(ansi_masked, 42, 32, 5);
  follows_rule(ansi_masked, 42, 64, 5);
  follows_rule(of_48_bits, 42, 64, 5);
  follows_rule(multiplied, 42, 64, 5);
  follows_rule(minimal, 42, 32, 7);
  follows_rule(small, 42, 32, 7);
  follows_rule(weyl, 42, 64, 3);
  follows_rule(up, 42, 32, 3);
  follows_rule(down, 42, 16, 3);
  follows_recurrence(xorshift, 88172645463325252u, 64);
  follows_recurrence(xorshift_32, 2463534242u, 32);
  several_words();
  none();
  return 0;
}
