/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/adds.h"

#include "speculate/log.h"

#include <string.h>

enum { GRANULE = 8, NUMBER = 3 /* of the shadow */, WIDTHS = 16 | 32 | 64 };

/* The const object of abi_spec.h. */
extern unsigned char *hki_added __asm__("__hocket_spec_added");
unsigned char *hki_added;

void hki_adds_start(void) {
  hki_added = hki_shadow.room + NUMBER * hki_shadow.size;
  if (!hki_platform_open(hki_added, hki_shadow.size))
    hki_leave(HKI_NOT_POSSIBLE, 0);
}

/* Integers of one granule have one width. */
bool hki_adds_may(unsigned long at, unsigned long bytes) {
  const unsigned bits = hk_spec_added_bits((const void *)at, bytes);
  const unsigned there = hki_added[at / GRANULE];
  return bits != 0 && (there == 0 || (there & bits & WIDTHS) != 0);
}

void hki_adds_begin(unsigned long at, unsigned long bytes,
                    unsigned long long value) {
  hki_log(hki_shadow.slot, at, (unsigned)bytes, HKI_ADDS);
  hki_added[at / GRANULE] |=
      (unsigned char)hk_spec_added_bits((const void *)at, bytes);
  hk_spec_add_here((void *)at, bytes, value);
}

void hki_adds_stop(unsigned long at, unsigned long end) {
  for (unsigned long i = at / GRANULE; i <= (end - 1) / GRANULE; i++)
    hki_added[i] = 0;
}

/* Other bytes of their granules that have an update to come are none that have
 * one, either (segment.c). */
void hki_adds_restart(size_t first_entry) {
  const struct hki_slot *slot = hki_shadow.slot;
  for (size_t i = first_entry; i < slot->entry_count; i++) {
    const struct hki_entry *entry = &slot->entries[i];
    const unsigned long at = hki_entry_at(entry);
    const unsigned long first = at / GRANULE;
    const unsigned long count = (at + entry->bytes - 1) / GRANULE - first + 1;
    if (hki_touch_of(entry) != HKI_ADDS)
      continue;
    memset(hki_added + first, 0, count);
    memset(hki_shadow.deferred + first, 0, count);
  }
}
