/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/slot.h"

#include "platform/children.h"
#include "platform/platform.h"

enum { PAGE = 65536 };

static struct hki_slot *own; /* in a child; NULL in the parent */

/* Address space, of which a child takes what it fills. */
static const size_t most_entries = sizeof(void *) < 8 ? 1u << 17 : 1u << 22;
static const size_t most_values = sizeof(void *) < 8 ? 1u << 20 : 1u << 25;
static const size_t most_updates = sizeof(void *) < 8 ? 1u << 15 : 1u << 21;
static const size_t most_output = sizeof(void *) < 8 ? 1u << 18 : 1u << 24;
static const size_t most_handed = sizeof(void *) < 8 ? 1u << 18 : 1u << 24;
static const size_t most_bounds = 1u << 14;
static const size_t most_kept = sizeof(void *) < 8 ? 1u << 22 : 1u << 28;

static size_t whole_size(void) {
  return PAGE + HKI_MOST_SEGMENTS * sizeof(struct hki_segment) +
         most_bounds * sizeof(struct hki_bound) +
         most_entries * sizeof(struct hki_entry) + 2 * most_values +
         most_updates * sizeof(struct hki_update) + most_output + most_handed +
         most_kept;
}

size_t hki_slot_bytes(void) { return whole_size(); }

struct hki_slot *hki_slot_new(void) {
  char *memory = hki_platform_reserve(whole_size(), true);
  if (!memory)
    return NULL;
  struct hki_slot *slot = (struct hki_slot *)(void *)memory;
  memory += PAGE;
  slot->segments = (struct hki_segment *)(void *)memory;
  memory += HKI_MOST_SEGMENTS * sizeof(struct hki_segment);
  slot->bounds = (struct hki_bound *)(void *)memory;
  slot->most_bounds = most_bounds;
  memory += most_bounds * sizeof(struct hki_bound);
  slot->entries = (struct hki_entry *)(void *)memory;
  slot->most_entries = most_entries;
  memory += most_entries * sizeof(struct hki_entry);
  slot->old = (unsigned char *)memory;
  slot->now = slot->old + most_values;
  slot->most_values = most_values;
  memory += 2 * most_values;
  slot->updates = (struct hki_update *)(void *)memory;
  slot->most_updates = most_updates;
  memory += most_updates * sizeof(struct hki_update);
  slot->output = memory;
  slot->most_output = most_output;
  slot->handed = memory + most_output;
  slot->most_handed = most_handed;
  slot->kept.rows = slot->handed + most_handed;
  slot->most_kept = most_kept;
  return slot;
}

void hki_slot_clear(struct hki_slot *slot) {
  slot->stop = slot->done = slot->passed = 0;
  slot->arrival = 0;
  slot->verdict = HKI_CRASHED;
  slot->flushes = false;
  slot->where = 0;
  slot->entry_count = slot->update_count = slot->output_size = 0;
  slot->value_bytes = slot->handed_size = 0;
  slot->bound_count = 0;
  slot->segment_count = 0;
  slot->heap_bytes = slot->kept.bytes = slot->kept.blocks = 0;
  slot->foreseen = 0;
  slot->needed = (struct hki_place){0};
  slot->sites.count = 0;
  slot->ready_entries = slot->ready_values = slot->ready_updates = 0;
}

void hki_slot_shrink(struct hki_slot *slot) {
  const size_t much = (size_t)16 << 20;
  size_t used = slot->entry_count * sizeof(struct hki_entry) +
                2 * slot->value_bytes +
                slot->update_count * sizeof(struct hki_update) +
                slot->output_size + slot->handed_size + slot->kept.bytes;
  if (used > much)
    hki_platform_discard((char *)slot + PAGE, whole_size() - PAGE);
}

static bool is_filled(size_t used, size_t most) { return used > most / 4 * 3; }

/* From `ready` elements on as many again, of `most`; some pages at first.
 * Returns how many there then are. */
static size_t make_ready(void *elements, size_t size, size_t ready,
                         size_t most) {
  enum { FIRST = 16 * 4096, MOST = 256 * 4096 };
  size_t begin = ready * size, bytes = begin < FIRST ? FIRST : begin;
  bytes = bytes < MOST ? bytes : MOST;
  size_t end = begin + bytes < most * size ? begin + bytes : most * size;
  hki_platform_fill((char *)elements + begin, end - begin);
  return end / size;
}

void hki_slot_ready_entries(struct hki_slot *slot) {
  slot->ready_entries = make_ready(slot->entries, sizeof *slot->entries,
                                   slot->ready_entries, slot->most_entries);
}

void hki_slot_ready_values(struct hki_slot *slot) {
  make_ready(slot->old, 1, slot->ready_values, slot->most_values);
  slot->ready_values =
      make_ready(slot->now, 1, slot->ready_values, slot->most_values);
}

void hki_slot_ready_updates(struct hki_slot *slot) {
  slot->ready_updates = make_ready(slot->updates, sizeof *slot->updates,
                                   slot->ready_updates, slot->most_updates);
}

bool hki_slot_is_full(const struct hki_slot *slot) {
  return is_filled(slot->entry_count, slot->most_entries) ||
         is_filled(slot->value_bytes, slot->most_values) ||
         is_filled(slot->update_count, slot->most_updates) ||
         is_filled(slot->output_size, slot->most_output) ||
         is_filled(slot->handed_size, slot->most_handed) ||
         is_filled(slot->heap_bytes, slot->most_kept);
}

struct hki_segment hki_slot_before(const struct hki_slot *slot,
                                   unsigned segment) {
  return segment > 0 ? slot->segments[segment - 1] : (struct hki_segment){0};
}

/* The parent may look at those of a child that runs. */
void hki_add_site(struct hki_sites *sites, struct hk_spec_site *site) {
  if (sites->count > HKI_MOST_SITES)
    return;
  for (unsigned i = 0; i < sites->count; i++)
    if (sites->each[i] == site)
      return;
  if (sites->count < HKI_MOST_SITES)
    sites->each[sites->count] = site;
  __atomic_store_n(&sites->count, sites->count + 1, __ATOMIC_RELEASE);
}

void hki_slot_become(struct hki_slot *slot) { own = slot; }

void hki_leave(enum hki_verdict verdict, unsigned long where) {
  if (!own) /* in the parent, where nothing may call this */
    hki_platform_abort();
  hki_platform_open(own, PAGE); /* a prologue has it closed */
  own->verdict = verdict;
  own->where = where;
  __atomic_store_n(&own->done, 1, __ATOMIC_RELEASE);
  hki_platform_wake_shared(&own->done);
  hki_platform_leave();
}
