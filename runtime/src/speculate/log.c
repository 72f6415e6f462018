/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/log.h"

#include <string.h>

enum { GRANULE = 8, PAGE = 4096, STREAMS = 4 };

/* Entries that may go on. */
static struct stream {
  uint64_t next; /* the key that a touch behind it has; 0: there is no entry */
  struct hki_entry *entry;
  uint32_t room; /* for so many bytes more */
} streams[STREAMS];
static unsigned turn; /* the one that gives way to another */

void hki_log_break(void) { memset(streams, 0, sizeof streams); }

/* What is looked at as one, should it be wrong: what was touched as one. */
static unsigned width_of(unsigned long at, unsigned bytes) {
  bool is_plain = (bytes & (bytes - 1)) == 0 && at % bytes == 0;
  return is_plain ? bytes : GRANULE;
}

static uint64_t key_of(unsigned long at, unsigned bytes, enum hki_touch how) {
  return at | (uint64_t)width_of(at, bytes) << HKI_WIDTH_BIT |
         (uint64_t)how << HKI_TOUCH_BIT;
}

static struct stream *find(uint64_t key) {
  for (unsigned i = 0; i < STREAMS; i++)
    if (streams[i].next == key)
      return &streams[i];
  return NULL;
}

/* So many bytes of room for values. */
static void take(struct hki_slot *slot, unsigned long at, uint32_t bytes) {
  if (bytes > slot->most_values - slot->value_bytes)
    hki_leave(HKI_FULL, at);
  slot->value_bytes += bytes;
  while (slot->value_bytes > slot->ready_values)
    hki_slot_ready_values(slot);
}

/* Twice the room, where the last of all values are the entry's. */
static bool grow(struct hki_slot *slot, struct stream *stream,
                 unsigned long at) {
  const struct hki_entry *entry = stream->entry;
  uint32_t more = entry->bytes < GRANULE ? GRANULE : entry->bytes;
  if (entry->values + entry->bytes + stream->room != slot->value_bytes)
    return false;
  take(slot, at, more);
  stream->room += more;
  return true;
}

/* The parent may look at entries that it sees, and their bytes (hki_peek). */
static void append(const struct hki_slot *slot, struct stream *stream,
                   unsigned long at, unsigned bytes) {
  struct hki_entry *entry = stream->entry;
  unsigned char *old = slot->old + entry->values + entry->bytes;
  if (hki_touch_of(entry) != HKI_WRITES) {
    if (bytes == 4)
      memcpy(old, (const void *)at, 4);
    else
      memcpy(old, (const void *)at, bytes);
  }
  __atomic_store_n(&entry->bytes, entry->bytes + bytes, __ATOMIC_RELEASE);
  stream->next += bytes;
  stream->room -= bytes;
}

/* \param room for so many bytes at least, should it go on */
static void begin(struct hki_slot *slot, struct stream *stream, uint64_t key,
                  uint32_t room) {
  if (slot->entry_count == slot->most_entries)
    hki_leave(HKI_FULL, 0);
  if (slot->entry_count == slot->ready_entries)
    hki_slot_ready_entries(slot);
  struct hki_entry *entry = &slot->entries[slot->entry_count];
  *entry = (struct hki_entry){key, 0, (uint32_t)slot->value_bytes};
  take(slot, hki_entry_at(entry), room);
  *stream = (struct stream){key, entry, room};
}

/* None has more than a page, of which all bytes are memory of one kind. */
static bool go_on(struct hki_slot *slot, struct stream *stream,
                  unsigned long at, unsigned bytes) {
  if (!stream || at % PAGE == 0 ||
      (stream->room < bytes && !grow(slot, stream, at)))
    return false;
  append(slot, stream, at, bytes);
  return true;
}

bool hki_log_goes_on(struct hki_slot *slot, unsigned long at, unsigned bytes,
                     enum hki_touch how) {
  return go_on(slot, find(key_of(at, bytes, how)), at, bytes);
}

void hki_log(struct hki_slot *slot, unsigned long at, unsigned bytes,
             enum hki_touch how) {
  const uint64_t key = key_of(at, bytes, how);
  struct stream *stream = find(key);
  if (go_on(slot, stream, at, bytes))
    return;
  /* What goes on for long has more room each time. */
  uint32_t room = bytes;
  if (stream)
    room = 2 * stream->entry->bytes + GRANULE;
  else
    stream = &streams[turn++ % STREAMS];
  begin(slot, stream, key, room < PAGE ? room : PAGE);
  append(slot, stream, at, bytes);
  __atomic_store_n(&slot->entry_count, slot->entry_count + 1, __ATOMIC_RELEASE);
}
