/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/foresight/places.h"

#include <string.h>

struct hki_place hki_place_of(unsigned long granule, unsigned mask) {
  unsigned first = 0, end = 8;
  while (first < 7 && !(mask >> first & 1))
    first++;
  while (end > first + 1 && !(mask >> (end - 1) & 1))
    end--;
  return (struct hki_place){granule + first, end - first};
}

bool hki_has_place(const struct hki_places *places, struct hki_place place) {
  for (unsigned i = 0; i < places->count && i < HKI_MOST_PLACES; i++)
    if (places->each[i].at == place.at && places->each[i].bytes == place.bytes)
      return true;
  return false;
}

void hki_add_place(struct hki_places *places, struct hki_place place) {
  if (hki_has_place(places, place))
    return;
  if (places->count < HKI_MOST_PLACES)
    places->each[places->count] = place;
  if (places->count <= HKI_MOST_PLACES)
    places->count++;
}

/* Bytes of another object may stand beside them: no sanitizer is to mind. */
__attribute__((no_sanitize("address"))) uint64_t
hki_number_at(struct hki_place place) {
  unsigned char bytes[8] = {0};
  for (unsigned i = 0; i < place.bytes; i++)
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes[8 - place.bytes + i] = ((const volatile unsigned char *)place.at)[i];
#else
    bytes[i] = ((const volatile unsigned char *)place.at)[i];
#endif
  uint64_t number;
  memcpy(&number, bytes, sizeof number);
  return number;
}

void hki_set_number(struct hki_place place, uint64_t number) {
  const unsigned char *bytes = (const unsigned char *)&number;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  bytes += 8 - place.bytes;
#endif
  memcpy((void *)place.at, bytes, place.bytes);
}
