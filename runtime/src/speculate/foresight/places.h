/* SPDX-License-Identifier: Apache-2.0
 *
 * A few places of the program's memory, and what they hold.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { HKI_MOST_PLACES = 8 };

/* Up to 8 bytes, none beyond a multiple of 8. */
struct hki_place {
  unsigned long at;
  unsigned bytes;
};

struct hki_places {
  unsigned count; /* more than HKI_MOST_PLACES: too many to tell */
  struct hki_place each[HKI_MOST_PLACES];
};

struct hki_foreseen {
  unsigned count;
  struct hki_place places[HKI_MOST_PLACES];
  uint64_t numbers[HKI_MOST_PLACES];
};

/* The bytes of a granule of 8 that are in the mask, if they stand in a row;
 * else all between the first and the last. */
struct hki_place hki_place_of(unsigned long granule, unsigned mask);

bool hki_has_place(const struct hki_places *places, struct hki_place place);

/* Adds it, if it is not there. */
void hki_add_place(struct hki_places *places, struct hki_place place);

/* The place is there, and can be read. */
uint64_t hki_number_at(struct hki_place place);
void hki_set_number(struct hki_place place, uint64_t number);
