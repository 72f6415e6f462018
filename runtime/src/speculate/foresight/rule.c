/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/foresight/rule.h"

static bool is_power_of_two(uint64_t modulus) {
  return (modulus & (modulus - 1)) == 0; /* 0 stands for 2^64 */
}

static uint64_t reduce(uint64_t number, uint64_t modulus) {
  return is_power_of_two(modulus) ? number & (modulus - 1) : number % modulus;
}

/* Both below the modulus; those that are no power of two are below 2^31. */
static uint64_t times(uint64_t a, uint64_t b, uint64_t modulus) {
  return reduce(a * b, modulus);
}

static uint64_t plus(uint64_t a, uint64_t b, uint64_t modulus) {
  return reduce(a + b, modulus);
}

static uint64_t minus(uint64_t a, uint64_t b, uint64_t modulus) {
  return reduce(a >= b || is_power_of_two(modulus) ? a - b : a + modulus - b,
                modulus);
}

static uint64_t step(const struct hki_rule *rule, uint64_t number) {
  return plus(times(rule->factor, number, rule->modulus), rule->term,
              rule->modulus);
}

/* By squaring the rule: two steps of it are a rule again. */
uint64_t hki_rule_after(const struct hki_rule *rule, uint64_t number,
                        uint64_t steps) {
  struct hki_rule some = *rule;
  for (; steps > 0; steps /= 2) {
    if (steps % 2)
      number = step(&some, number);
    some.term = step(&some, some.term);
    some.factor = times(some.factor, some.factor, some.modulus);
  }
  return number;
}

/* The inverse of an odd number modulo 2^64, by Newton's iteration; each doubles
 * the bits that are right (Warren, Hacker's Delight, section 10-16). */
static uint64_t inverse_of_odd(uint64_t odd) {
  uint64_t inverse = odd; /* three bits */
  for (unsigned right = 3; right < 64; right *= 2)
    inverse *= 2 - odd * inverse;
  return inverse;
}

static uint64_t common_divisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* Of numbers that have no divisor in common; by Euclid's algorithm. */
static uint64_t inverse_modulo(uint64_t number, uint64_t modulus) {
  int64_t a = (int64_t)modulus, b = (int64_t)number, of_a = 0, of_b = 1;
  while (b != 0) {
    int64_t quotient = a / b, rest = a % b, of_rest = of_a - quotient * of_b;
    a = b, of_a = of_b;
    b = rest, of_b = of_rest;
  }
  return of_a < 0 ? (uint64_t)(of_a + (int64_t)modulus) : (uint64_t)of_a;
}

/* Some factor with factor * from = to. What the two have in common with the
 * modulus cancels out: what comes later has it in common as well, and of a
 * product with that the factor does not matter beyond the rest. */
static bool divide(uint64_t to, uint64_t from, uint64_t modulus,
                   uint64_t *factor) {
  if (from == 0)
    return false;
  if (!is_power_of_two(modulus)) {
    uint64_t common = common_divisor(from, modulus);
    if (to % common != 0)
      return false;
    *factor = times(to / common,
                    inverse_modulo(from / common, modulus / common), modulus);
    return true;
  }
  while (from % 2 == 0) {
    if (to % 2 != 0)
      return false;
    from /= 2;
    to /= 2;
  }
  *factor = times(to, inverse_of_odd(from), modulus);
  return true;
}

static bool holds(const struct hki_rule *rule, const uint64_t *numbers,
                  unsigned count) {
  for (unsigned i = 0; i + 1 < count; i++)
    if (step(rule, numbers[i]) != numbers[i + 1])
      return false;
  return true;
}

static bool find_modulo(struct hki_rule *rule, const uint64_t *numbers,
                        unsigned count, uint64_t modulus) {
  uint64_t first = minus(numbers[1], numbers[0], modulus);
  uint64_t next = minus(numbers[2], numbers[1], modulus);
  rule->modulus = modulus;
  if (!divide(next, first, modulus, &rule->factor))
    return false;
  rule->term =
      minus(numbers[1], times(rule->factor, numbers[0], modulus), modulus);
  /* Three numbers have a rule whatever they are, equal steps but for that. */
  return rule->factor != 0 && holds(rule, numbers, count) &&
         (count > 3 || rule->factor == 1);
}

static uint64_t largest_of(const uint64_t *numbers, unsigned count) {
  uint64_t largest = 0;
  for (unsigned i = 0; i < count; i++)
    largest = numbers[i] > largest ? numbers[i] : largest;
  return largest;
}

/* Of numbers below 2^31: differences d, e, f with e = factor d, f = factor e
 * make d f - e e a multiple of the modulus. 0: it remains unknown. */
static uint64_t modulus_of(const uint64_t *numbers, unsigned count) {
  uint64_t common = 0;
  for (unsigned i = 0; i + 3 < count; i++) {
    int64_t d = (int64_t)numbers[i + 1] - (int64_t)numbers[i];
    int64_t e = (int64_t)numbers[i + 2] - (int64_t)numbers[i + 1];
    int64_t f = (int64_t)numbers[i + 3] - (int64_t)numbers[i + 2];
    int64_t multiple = d * f - e * e;
    common =
        common_divisor(common, (uint64_t)(multiple < 0 ? -multiple : multiple));
  }
  return common;
}

/* A modulus that nobody knows is less. */
static const uint64_t most_unknown = (uint64_t)1 << 31;

/* Few numbers may have more than the modulus in common: the least that is
 * larger than all of them. */
static bool find_unknown(struct hki_rule *rule, const uint64_t *numbers,
                         unsigned count, uint64_t largest) {
  const uint64_t most = most_unknown;
  const unsigned enough = 7, few = 12;
  if (count < enough || largest >= most)
    return false;
  uint64_t multiple = modulus_of(numbers, count);
  for (uint64_t times = few; times > 0; times--) {
    uint64_t modulus = multiple / times;
    if (multiple % times == 0 && modulus > largest && modulus < most &&
        !is_power_of_two(modulus) && find_modulo(rule, numbers, count, modulus))
      return true;
  }
  return false;
}

bool hki_rule_may_come(const uint64_t *numbers, unsigned count) {
  const unsigned enough_for_known = 4, enough = 7;
  return count < enough_for_known ||
         (count < enough && largest_of(numbers, count) < most_unknown);
}

bool hki_rule_of(struct hki_rule *rule, const uint64_t *numbers, unsigned count,
                 unsigned bits) {
  static const unsigned masked[] = {48, 32, 31};
  uint64_t largest = largest_of(numbers, count);
  if (count < 3 || numbers[0] == numbers[1])
    return false;
  if (find_modulo(rule, numbers, count, bits < 64 ? (uint64_t)1 << bits : 0))
    return true;
  for (unsigned i = 0; i < sizeof masked / sizeof *masked; i++)
    if (masked[i] < bits && largest >> masked[i] == 0 &&
        find_modulo(rule, numbers, count, (uint64_t)1 << masked[i]))
      return true;
  return find_unknown(rule, numbers, count, largest);
}
