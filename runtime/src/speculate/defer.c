/* SPDX-License-Identifier: Apache-2.0
 *
 * Updates that a child leaves to its parent: sums over iterations would make
 * each iteration depend on the one before. A byte with an update to come has no
 * value in the child; who needs one ends it. A byte that it has touched has no
 * update to come. So each is taken over in one of two ways, and in the order of
 * the program: floating-point sums come out the same to the last bit.
 */
#include "speculate/defer.h"

#include "speculate/shadow.h"

#include <string.h>

enum { GRANULE = 8, PAGE = 4096 };

static bool is_off; /* for this child */

void hki_defer_switch_off(void) { is_off = true; }

/* The bits of these bytes in one granule; to the next. */
static unsigned next_bits(unsigned long *at, unsigned long end) {
  unsigned long first = *at % GRANULE, granule = *at - first;
  unsigned long last = end - granule < GRANULE ? end - granule : GRANULE;
  *at = granule + last;
  return (1u << last) - (1u << first);
}

static bool is_touched(unsigned long at, unsigned long end) {
  while (at < end) {
    unsigned char touched = hk_spec_touched[at / GRANULE];
    if (next_bits(&at, end) & touched)
      return true;
  }
  return false;
}

static void mark(unsigned long at, unsigned long end) {
  while (at < end) {
    unsigned char *bits = &hki_shadow.deferred[at / GRANULE];
    *bits |= (unsigned char)next_bits(&at, end);
  }
}

static bool make_shadow(void) {
  unsigned char *bits = hki_shadow.room + hki_shadow.size;
  if (!hki_shadow.deferred && hki_platform_open(bits, hki_shadow.size))
    hki_shadow.deferred = bits;
  return hki_shadow.deferred != NULL;
}

void hki_defer(void *target, hk_spec_apply *apply, const void *value,
               size_t bytes) {
  struct hki_slot *slot = hki_shadow.slot;
  if (slot->update_count == slot->most_updates)
    hki_leave(HKI_FULL, (unsigned long)target);
  struct hki_update *update = &slot->updates[slot->update_count++];
  update->target = target;
  update->apply = apply;
  memcpy(update->value, value, bytes);
}

int hk_spec_defer(void *target, unsigned long bytes, hk_spec_apply *apply,
                  const void *value, unsigned long value_bytes) {
  unsigned long at = (unsigned long)target, end = at + bytes;
  if (is_off || value_bytes > sizeof((struct hki_update *)0)->value)
    return 0;
  if (at / PAGE != (end - 1) / PAGE) /* the parent looks for one */
    return 0;
  if (is_touched(at, end) || hki_is_own(HKI_STACK, at) ||
      hki_is_own(HKI_HEAP, at))
    return 0;
  if (hki_shadow.shared->count > 0 && hki_memory_has(hki_shadow.shared, at))
    return 0;
  if (!make_shadow())
    return 0;
  mark(at, end);
  hki_defer(target, apply, value, value_bytes);
  return 1;
}
