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

enum { GRANULE = 8 };

typedef uint64_t hki_word __attribute__((may_alias, aligned(1)));

/* Memory of the program's that it has freed may be among it, and is compared
 * all the same: no sanitizer is to mind. */
__attribute__((no_sanitize("address"))) static bool
are_same(const unsigned char *a, const unsigned char *b, size_t bytes) {
  size_t i = 0;
  for (; bytes - i >= sizeof(hki_word); i += sizeof(hki_word))
    if (*(const hki_word *)(a + i) != *(const hki_word *)(b + i))
      return false;
  for (; i < bytes; i++)
    if (a[i] != b[i])
      return false;
  return true;
}

/* A child that read bytes and left them as they were has nothing to write. */
static bool is_written(const struct hki_slot *slot,
                       const struct hki_entry *entry) {
  return !hki_is_read(entry) ||
         !are_same(slot->old + entry->values, slot->now + entry->values,
                   entry->bytes);
}

/* \param bytes of the entry, as many as are to be looked at */
static bool is_as_before(const struct hki_slot *slot,
                         const struct hki_entry *entry, size_t bytes) {
  return are_same(slot->old + entry->values,
                  (const unsigned char *)hki_entry_at(entry), bytes);
}

/* An address that stands for it in messages. */
static unsigned long shown(const struct hki_entry *entry) {
  return hki_entry_at(entry) & ~7ul;
}

static enum hki_verdict judge(const struct hki_slot *slot,
                              const struct hki_entry *entry,
                              struct hki_memory *memory) {
  const unsigned long at = hki_entry_at(entry);
  if (is_written(slot, entry) ? !hki_memory_may_write(memory, at)
                              : !hki_memory_may_read(memory, at))
    return HKI_GONE;
  return hki_is_read(entry) && !is_as_before(slot, entry, entry->bytes)
             ? HKI_CHANGED
             : HKI_GOOD;
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
    enum hki_verdict verdict = judge(slot, entry, memory);
    if (verdict != HKI_GOOD) {
      slot->where = shown(entry);
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
 * stores an entry's key before the number that counts it, old values before the
 * entry's number of bytes, and never again; `now` comes later and is not looked
 * at. */
static size_t entries_of(const struct hki_slot *slot, unsigned segment) {
  size_t all = __atomic_load_n(&slot->entry_count, __ATOMIC_ACQUIRE);
  bool is_complete =
      __atomic_load_n(&slot->segment_count, __ATOMIC_ACQUIRE) > segment;
  return is_complete ? slot->segments[segment].entries : all;
}

static size_t bytes_of(const struct hki_entry *entry) {
  return __atomic_load_n(&entry->bytes, __ATOMIC_ACQUIRE);
}

bool hki_peek(struct hki_slot *slot, struct hki_memory *memory) {
  enum { MOST = 1 << 14, MOST_BYTES = 1 << 17 };
  size_t count = entries_of(slot, 0), looked = 0;
  if (!hki_memory_look(memory))
    return false;
  for (size_t i = slot->foreseen; i < count && i < MOST && looked < MOST_BYTES;
       i++) {
    const struct hki_entry *entry = &slot->entries[i];
    const size_t bytes = bytes_of(entry);
    looked += bytes;
    if (hki_is_read(entry) &&
        hki_memory_may_read(memory, hki_entry_at(entry)) &&
        !is_as_before(slot, entry, bytes)) {
      slot->where = shown(entry);
      return true;
    }
  }
  return false;
}

/* Of what was touched at once the next piece, which is at most a granule: its
 * bytes, of those from `at` to `end`. */
static size_t piece_of(const struct hki_entry *entry, unsigned long at,
                       unsigned long end) {
  const unsigned long width = entry->key >> HKI_WIDTH_BIT;
  const unsigned long left = width - at % width;
  return left < end - at ? left : end - at;
}

static void add_changed(const struct hki_slot *slot,
                        const struct hki_entry *entry,
                        struct hki_places *places) {
  const unsigned long begin = hki_entry_at(entry);
  const unsigned long end = begin + bytes_of(entry);
  const unsigned char *old = slot->old + entry->values;
  for (unsigned long at = begin;
       at < end && places->count <= HKI_MOST_PLACES;) {
    size_t bytes = piece_of(entry, at, end);
    if (!are_same(old + (at - begin), (const unsigned char *)at, bytes))
      hki_add_place(places, (struct hki_place){at, (unsigned)bytes});
    at += bytes;
  }
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
    if (hki_is_read(entry) && hki_memory_may_read(memory, hki_entry_at(entry)))
      add_changed(slot, entry, places);
  }
  if (has_arrived)
    hki_bounds_changed(slot, first.bounds, bounds, memory, places);
}

#define ADD(TYPE, TO, OLD, NOW)                                                \
  do {                                                                         \
    TYPE old_, now_, to_;                                                      \
    memcpy(&old_, OLD, sizeof old_);                                           \
    memcpy(&now_, NOW, sizeof now_);                                           \
    memcpy(&to_, TO, sizeof to_);                                              \
    to_ = (TYPE)(to_ + (TYPE)(now_ - old_));                                   \
    memcpy(TO, &to_, sizeof to_);                                              \
  } while (0)

/* What the child has added. */
static void add(const struct hki_entry *entry, const unsigned char *old,
                const unsigned char *now) {
  unsigned char *to = (unsigned char *)hki_entry_at(entry);
  const size_t width = entry->key >> HKI_WIDTH_BIT;
  for (size_t i = 0; i < entry->bytes; i += width)
    if (width == sizeof(uint16_t))
      ADD(uint16_t, to + i, old + i, now + i);
    else if (width == sizeof(uint32_t))
      ADD(uint32_t, to + i, old + i, now + i);
    else
      ADD(uint64_t, to + i, old + i, now + i);
}

/* Of bytes that were read, only granules that are not as they were: others may
 * be another thread's. */
static void write(const struct hki_slot *slot, const struct hki_entry *entry) {
  unsigned char *to = (unsigned char *)hki_entry_at(entry);
  const unsigned char *old = slot->old + entry->values;
  const unsigned char *now = slot->now + entry->values;
  if (hki_touch_of(entry) == HKI_WRITES)
    memcpy(to, now, entry->bytes);
  if (hki_touch_of(entry) == HKI_ADDS)
    add(entry, old, now);
  if (!hki_is_read(entry))
    return;
  for (size_t i = 0, bytes; i < entry->bytes; i += bytes) {
    bytes = GRANULE - ((unsigned long)to + i) % GRANULE;
    if (bytes > entry->bytes - i)
      bytes = entry->bytes - i;
    if (!are_same(old + i, now + i, bytes))
      memcpy(to + i, now + i, bytes);
  }
}

void hki_commit(const struct hki_slot *slot, unsigned segment) {
  const struct hki_segment first = hki_slot_before(slot, segment);
  const struct hki_segment *end = &slot->segments[segment];
  if (end->has_blocks)
    hki_regions_adopt(&slot->heap, &slot->kept);
  for (size_t i = first.entries; i < end->entries; i++)
    write(slot, &slot->entries[i]);
  for (size_t i = first.updates; i < end->updates; i++)
    hki_defer_do(&slot->updates[i]);
  hki_output_write(slot, segment);
}
