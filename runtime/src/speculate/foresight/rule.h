/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers that go on from iteration to iteration by a rule: counters, places in
 * buffers, states of random numbers. Functions of numbers alone.
 *
 * x -> factor x + term modulo some number: the state of a linear congruential
 * generator from which each iteration draws equally often, and, with the factor
 * 1, what goes on by equal steps. The factor follows from the differences of
 * three numbers, an unknown modulus from those of more (Knuth, The Art of
 * Computer Programming, volume 2, section 3.6, exercise; Marsaglia, Random
 * numbers fall mainly in the planes, 1968).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct hki_rule {
  uint64_t factor, term;
  uint64_t modulus; /* 0: 2^64; below 2^31 if it is no power of two */
};

/* So many numbers, one after the other, are enough to know a rule or that there
 * is none. */
enum { HKI_RULE_MOST = 8 };

/* The rule of `count` numbers of so many bits, one after the other. False: they
 * do not tell one; more of them may. Numbers that are all the same have none:
 * they have been that so far. */
bool hki_rule_of(struct hki_rule *rule, const uint64_t *numbers, unsigned count,
                 unsigned bits);

/* None was found for so many numbers, but may be for more of them. */
bool hki_rule_may_come(const uint64_t *numbers, unsigned count);

/* What comes so many steps after a number. */
uint64_t hki_rule_after(const struct hki_rule *rule, uint64_t number,
                        uint64_t steps);
