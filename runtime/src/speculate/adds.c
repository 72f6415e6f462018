/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/adds.h"

#include "speculate/log.h"

#include <stdint.h>
#include <string.h>

enum { GRANULE = 8, NUMBER = 3 /* of the shadow */, WIDTHS = 16 | 32 | 64 };

/* The const object of abi_spec.h. */
extern unsigned char *hki_added __asm__("__hocket_spec_added");
unsigned char *hki_added;

static struct hki_sites all;

/* The last that had a place here: who has begun which integer. */
enum { MEMORY_BITS = 12 };
static struct {
  unsigned long at;
  struct hk_spec_site *site;
} begun[1 << MEMORY_BITS];

static unsigned place_of(unsigned long at) {
  return (unsigned)((uint64_t)at * 0x9e3779b97f4a7c15u >> (64 - MEMORY_BITS));
}

struct hk_spec_site *hki_adds_site(unsigned long at) {
  const unsigned place = place_of(at);
  return begun[place].at == at ? begun[place].site : NULL;
}

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

void hki_adds_begin(struct hk_spec_site *site, unsigned long at,
                    unsigned long bytes, unsigned long long value) {
  hki_add_site(&all, site);
  begun[place_of(at)].at = at;
  begun[place_of(at)].site = site;
  hki_log(hki_shadow.slot, at, (unsigned)bytes, HKI_ADDS);
  hki_added[at / GRANULE] |=
      (unsigned char)hk_spec_added_bits((const void *)at, bytes);
  hk_spec_add_here((void *)at, bytes, value);
}

static void tell(struct hk_spec_site *site, struct hki_sites *sites) {
  struct hk_spec_site *each = site;
  do
    hki_add_site(sites, each);
  while ((each = each->next) && each != site);
}

static void tell_all(struct hki_sites *sites) {
  for (unsigned i = 0; i < all.count && i < HKI_MOST_SITES; i++)
    tell(all.each[i], sites);
  if (all.count > HKI_MOST_SITES)
    sites->count = all.count;
}

/* The integers of a granule, by the bits of their numbers. */
void hki_adds_tell(struct hki_place place, struct hki_sites *sites) {
  const unsigned long end = place.at + place.bytes;
  for (unsigned long i = place.at / GRANULE; i <= (end - 1) / GRANULE; i++) {
    const unsigned bytes = (hki_added[i] & WIDTHS) >> 3;
    for (unsigned k = 0; bytes != 0 && k < GRANULE / bytes; k++) {
      const unsigned long at = i * GRANULE + k * bytes;
      if ((hki_added[i] >> k & 1) == 0 || at >= end || at + bytes <= place.at)
        continue;
      struct hk_spec_site *site = hki_adds_site(at);
      if (!site) {
        tell_all(sites);
        return;
      }
      tell(site, sites);
    }
  }
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
