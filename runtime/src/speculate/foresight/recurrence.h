/* SPDX-License-Identifier: Apache-2.0
 *
 * States of generators of random numbers that shift and xor (xorshift, its
 * kin with several words): each bit is a sum modulo 2 of bits of the state
 * before, so the states satisfy a linear recurrence over GF(2), which is found
 * from twice as many of them as the state has bits (Massey, Shift-register
 * synthesis and BCH decoding, IEEE Transactions on Information Theory 15, 1969)
 * and leads to any later one by a power of x modulo its polynomial (Haramoto,
 * Matsumoto, Nishimura, Panneton, L'Ecuyer, Efficient jump ahead for F2-linear
 * random number generators, INFORMS Journal on Computing 20, 2008). Functions
 * of numbers alone.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
  HKI_MOST_DEGREE = 256,
  HKI_DEGREE_WORDS = HKI_MOST_DEGREE / 64,
  HKI_MOST_NUMBERS = 2 * HKI_MOST_DEGREE + 8
};

/* number[k + degree] = xor of number[k + i] where bit i of `polynomial` is set;
 * its bit `degree` is 1 and not stored. */
struct hki_recurrence {
  unsigned degree;
  uint64_t polynomial[HKI_DEGREE_WORDS];
};

/* That of `count` numbers, HKI_MOST_NUMBERS at most. False: they do not tell
 * one; more of them may. */
bool hki_recurrence_of(struct hki_recurrence *recurrence,
                       const uint64_t *numbers, unsigned count);

/* The number so many steps after numbers[0]. */
uint64_t hki_recurrence_after(const struct hki_recurrence *recurrence,
                              const uint64_t *numbers, uint64_t steps);
