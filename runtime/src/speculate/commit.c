/* SPDX-License-Identifier: Apache-2.0
 *
 * The child began with the memory of the iteration before the parent's own; so
 * all that it has read was right if it is now as it was then, whoever wrote it
 * in between: values are compared, not accesses (Tian, Feng, Gupta, Copy or
 * discard execution model for speculative parallelization on multicores, MICRO
 * 2008). Reads of what the child itself had written need no comparison.
 */
#include "speculate/commit.h"

#include "speculate/bounds.h"
#include "speculate/defer.h"
#include "speculate/heap/regions.h"
#include "speculate/output.h"

#include <string.h>

typedef uint64_t hki_granule __attribute__((may_alias));

static unsigned long granule_of(const struct hki_entry *entry) {
  return (unsigned long)(entry->key & 0x00fffffffffffff8);
}

static unsigned mask_of(const struct hki_entry *entry) {
  return (unsigned)(entry->key >> 56);
}

static bool is_read(const struct hki_entry *entry) { return entry->key & 1; }

/* All bits of the bytes of a mask, as they stand in memory. */
static uint64_t bits_of(unsigned mask) {
  unsigned char bytes[8];
  uint64_t bits;
  if (mask == 0xff)
    return ~(uint64_t)0;
  for (unsigned i = 0; i < 8; i++)
    bytes[i] = mask >> i & 1 ? 0xff : 0;
  memcpy(&bits, bytes, sizeof bits);
  return bits;
}

static bool differs(uint64_t a, uint64_t b, unsigned mask) {
  return a != b && ((a ^ b) & bits_of(mask)) != 0;
}

/* A child that read bytes and left them as they were has nothing to write. */
static bool is_written(const struct hki_entry *entry) {
  return !is_read(entry) || differs(entry->old, entry->now, mask_of(entry));
}

__attribute__((no_sanitize("address"))) static bool
is_as_before(const struct hki_entry *entry) {
  uint64_t now = *(const hki_granule *)granule_of(entry);
  return !differs(entry->old, now, mask_of(entry));
}

static enum hki_verdict judge(const struct hki_entry *entry,
                              struct hki_memory *memory) {
  if (is_written(entry) ? !hki_memory_may_write(memory, granule_of(entry))
                        : !hki_memory_may_read(memory, granule_of(entry)))
    return HKI_GONE;
  return is_read(entry) && !is_as_before(entry) ? HKI_CHANGED : HKI_GOOD;
}

static bool may_update(const struct hki_slot *slot, size_t first, size_t end,
                       struct hki_memory *memory) {
  for (size_t i = first; i < end; i++) {
    unsigned long target = (unsigned long)slot->updates[i].target;
    if (!hki_memory_may_write(memory, target & ~7ul))
      return false;
  }
  return true;
}

enum hki_verdict hki_validate(struct hki_slot *slot, unsigned segment,
                              struct hki_memory *memory) {
  const struct hki_segment first = hki_slot_before(slot, segment);
  const struct hki_segment *end = &slot->segments[segment];
  for (size_t i = first.entries; i < end->entries; i++) {
    const struct hki_entry *entry = &slot->entries[i];
    enum hki_verdict verdict = judge(entry, memory);
    if (verdict != HKI_GOOD) {
      slot->where = granule_of(entry);
      return verdict;
    }
  }
  enum hki_verdict bounds =
      hki_bounds_validate(slot, first.bounds, end->bounds, memory);
  if (bounds != HKI_GOOD)
    return bounds;
  if (end->has_blocks && !hki_regions_open(&slot->heap, &slot->kept))
    return HKI_NOT_POSSIBLE;
  return may_update(slot, first.updates, end->updates, memory) ? HKI_GOOD
                                                               : HKI_GONE;
}

/* Where the notes of a segment end that may not be complete yet. The child
 * stores an entry's key and old value before the number that counts it, and
 * never again; `now` comes later and is not looked at. */
static size_t entries_of(const struct hki_slot *slot, unsigned segment) {
  size_t all = __atomic_load_n(&slot->entry_count, __ATOMIC_ACQUIRE);
  bool is_complete =
      __atomic_load_n(&slot->segment_count, __ATOMIC_ACQUIRE) > segment;
  return is_complete ? slot->segments[segment].entries : all;
}

bool hki_peek(struct hki_slot *slot, struct hki_memory *memory) {
  enum { MOST = 1 << 14 };
  size_t count = entries_of(slot, 0);
  if (!hki_memory_look(memory))
    return false;
  for (size_t i = slot->foreseen; i < count && i < MOST; i++) {
    const struct hki_entry *entry = &slot->entries[i];
    if (is_read(entry) && hki_memory_may_read(memory, granule_of(entry)) &&
        !is_as_before(entry)) {
      slot->where = granule_of(entry);
      return true;
    }
  }
  return false;
}

void hki_changed(const struct hki_slot *slot, unsigned segment,
                 struct hki_memory *memory, bool has_arrived,
                 struct hki_places *places) {
  const struct hki_segment first = hki_slot_before(slot, segment);
  bool is_complete =
      __atomic_load_n(&slot->segment_count, __ATOMIC_ACQUIRE) > segment;
  size_t bounds =
      is_complete ? slot->segments[segment].bounds : slot->bound_count;
  size_t count = entries_of(slot, segment);
  places->count = 0;
  if (!hki_memory_look(memory))
    return;
  if (slot->needed.bytes > 0)
    hki_add_place(places, slot->needed);
  for (size_t i = has_arrived ? first.entries : slot->foreseen;
       i < count && places->count <= HKI_MOST_PLACES; i++) {
    const struct hki_entry *entry = &slot->entries[i];
    if (is_read(entry) && hki_memory_may_read(memory, granule_of(entry)) &&
        !is_as_before(entry))
      hki_add_place(places, hki_slot_place(entry));
  }
  if (has_arrived)
    hki_bounds_changed(slot, first.bounds, bounds, memory, places);
}

/* Only bytes of the mask: others may be another thread's. */
static void write_bytes(unsigned char *to, uint64_t value, unsigned mask) {
  unsigned char bytes[8];
  memcpy(bytes, &value, sizeof bytes);
  if (mask == 0x0f) {
    memcpy(to, bytes, 4);
  } else if (mask == 0xf0) {
    memcpy(to + 4, bytes + 4, 4);
  } else {
    for (unsigned i = 0; i < 8; i++)
      if (mask >> i & 1)
        to[i] = bytes[i];
  }
}

static void write(const struct hki_entry *entry) {
  if (mask_of(entry) == 0xff)
    *(hki_granule *)granule_of(entry) = entry->now;
  else
    write_bytes((unsigned char *)granule_of(entry), entry->now, mask_of(entry));
}

void hki_commit(const struct hki_slot *slot, unsigned segment) {
  const struct hki_segment first = hki_slot_before(slot, segment);
  const struct hki_segment *end = &slot->segments[segment];
  if (end->has_blocks)
    hki_regions_adopt(&slot->heap, &slot->kept);
  for (size_t i = first.entries; i < end->entries; i++)
    if (is_written(&slot->entries[i]))
      write(&slot->entries[i]);
  for (size_t i = first.updates; i < end->updates; i++)
    hki_defer_do(&slot->updates[i]);
  hki_output_write(slot, segment);
}
