/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/foresight/recurrence.h"

#include <string.h>

enum { BITS = 64 };

typedef unsigned char bit;

static bit parity(uint64_t number) {
  bit odd = 0;
  for (; number != 0; number &= number - 1)
    odd ^= 1;
  return odd;
}

/* The shortest recurrence of the bits, by Massey's algorithm: bits[n] is the
 * sum of bits[n - i] where connection[i] is 1, for i from 1 to what is
 * returned. */
static unsigned shortest(const bit *bits, unsigned count, bit *connection) {
  bit before[HKI_MOST_NUMBERS] = {1}, kept[HKI_MOST_NUMBERS];
  unsigned length = 0, since = 1;
  memset(connection, 0, HKI_MOST_NUMBERS);
  connection[0] = 1;
  for (unsigned n = 0; n < count; n++, since++) {
    bit wrong = 0;
    for (unsigned i = 0; i <= length; i++)
      wrong ^= connection[i] & bits[n - i];
    if (!wrong)
      continue;
    memcpy(kept, connection, sizeof kept);
    for (unsigned i = 0; i + since < HKI_MOST_NUMBERS; i++)
      connection[i + since] ^= before[i];
    if (2 * length <= n) {
      length = n + 1 - length;
      memcpy(before, kept, sizeof kept);
      since = 0;
    }
  }
  return length;
}

static bool has_term(const struct hki_recurrence *recurrence, unsigned i) {
  return recurrence->polynomial[i / BITS] >> i % BITS & 1;
}

static bool holds(const struct hki_recurrence *recurrence,
                  const uint64_t *numbers, unsigned count) {
  for (unsigned k = 0; k + recurrence->degree < count; k++) {
    uint64_t sum = numbers[k + recurrence->degree];
    for (unsigned i = 0; i < recurrence->degree; i++)
      if (has_term(recurrence, i))
        sum ^= numbers[k + i];
    if (sum != 0)
      return false;
  }
  return true;
}

/* The recurrence of some bits of the numbers, for all of them. */
static bool find(struct hki_recurrence *recurrence, const uint64_t *numbers,
                 unsigned count, uint64_t mask) {
  const unsigned to_be_sure = 8;
  bit bits[HKI_MOST_NUMBERS], connection[HKI_MOST_NUMBERS];
  for (unsigned i = 0; i < count; i++)
    bits[i] = parity(numbers[i] & mask);
  unsigned degree = shortest(bits, count, connection);
  if (degree == 0 || degree > HKI_MOST_DEGREE ||
      2 * degree + to_be_sure > count)
    return false;
  *recurrence = (struct hki_recurrence){.degree = degree};
  for (unsigned i = 0; i < degree; i++)
    if (connection[degree - i])
      recurrence->polynomial[i / BITS] |= (uint64_t)1 << i % BITS;
  return holds(recurrence, numbers, count);
}

bool hki_recurrence_of(struct hki_recurrence *recurrence,
                       const uint64_t *numbers, unsigned count) {
  const uint64_t some = 0x9d5f13a6c27be84f; /* bits without an order */
  return find(recurrence, numbers, count, 1) ||
         find(recurrence, numbers, count, some);
}

struct polynomial {
  uint64_t words[HKI_DEGREE_WORDS];
};

/* Times x, modulo that of the recurrence. */
static void shift(struct polynomial *p, const struct hki_recurrence *by) {
  unsigned top = by->degree - 1;
  bool has_top = p->words[top / BITS] >> top % BITS & 1;
  p->words[top / BITS] &= ~((uint64_t)1 << top % BITS);
  for (unsigned i = HKI_DEGREE_WORDS; i-- > 0;)
    p->words[i] =
        p->words[i] << 1 | (i > 0 ? p->words[i - 1] >> (BITS - 1) : 0);
  for (unsigned i = 0; has_top && i < HKI_DEGREE_WORDS; i++)
    p->words[i] ^= by->polynomial[i];
}

static void square(struct polynomial *p, const struct hki_recurrence *by) {
  struct polynomial result = {{0}}, shifted = *p;
  for (unsigned i = 0; i < by->degree; i++) {
    if (p->words[i / BITS] >> i % BITS & 1)
      for (unsigned j = 0; j < HKI_DEGREE_WORDS; j++)
        result.words[j] ^= shifted.words[j];
    shift(&shifted, by);
  }
  *p = result;
}

uint64_t hki_recurrence_after(const struct hki_recurrence *recurrence,
                              const uint64_t *numbers, uint64_t steps) {
  struct polynomial power = {{1}};
  unsigned bits = 0;
  while (bits < BITS && steps >> bits != 0)
    bits++;
  for (unsigned i = bits; i-- > 0;) {
    square(&power, recurrence);
    if (steps >> i & 1)
      shift(&power, recurrence);
  }
  uint64_t number = 0;
  for (unsigned i = 0; i < recurrence->degree; i++)
    if (power.words[i / BITS] >> i % BITS & 1)
      number ^= numbers[i];
  return number;
}
