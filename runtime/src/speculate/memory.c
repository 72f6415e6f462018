/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/memory.h"

bool hki_memory_make(struct hki_memory *memory) {
  enum { ROOM = 65536 }; /* the kernel's own limit, as it comes */
  memory->areas = hki_platform_reserve(ROOM * sizeof *memory->areas, false);
  memory->room = ROOM;
  memory->count = memory->last = 0;
  return memory->areas != NULL;
}

bool hki_memory_look(struct hki_memory *memory) {
  int count = hki_platform_areas(memory->areas, memory->room);
  memory->count = count > 0 ? (unsigned)count : 0;
  memory->last = 0;
  return count > 0;
}

/* The area with this address; NULL: there is none. */
static const struct hki_area *find(struct hki_memory *memory,
                                   unsigned long at) {
  unsigned low = 0, high = memory->count;
  while (low < high) {
    unsigned middle = low + (high - low) / 2;
    const struct hki_area *area = &memory->areas[middle];
    if (at >= area->end) {
      low = middle + 1;
    } else if (at < area->begin) {
      high = middle;
    } else {
      memory->last = middle;
      return area;
    }
  }
  return NULL;
}

static const struct hki_area *at_hand(struct hki_memory *memory,
                                      unsigned long at) {
  const struct hki_area *last = &memory->areas[memory->last];
  if (memory->count > 0 && at - last->begin < last->end - last->begin)
    return last;
  return find(memory, at);
}

bool hki_memory_may_read(struct hki_memory *memory, unsigned long at) {
  const struct hki_area *area = at_hand(memory, at);
  return area && area->is_readable;
}

bool hki_memory_may_write(struct hki_memory *memory, unsigned long at) {
  const struct hki_area *area = at_hand(memory, at);
  return area && area->is_writable && area->is_readable;
}

void hki_memory_keep_shared(struct hki_memory *memory) {
  unsigned kept = 0;
  for (unsigned i = 0; i < memory->count; i++)
    if (memory->areas[i].is_shared)
      memory->areas[kept++] = memory->areas[i];
  memory->count = kept;
  memory->last = 0;
}

bool hki_memory_has(struct hki_memory *memory, unsigned long at) {
  return at_hand(memory, at) != NULL;
}

bool hki_memory_close_shared(const struct hki_memory *memory) {
  bool is_closed = true;
  for (unsigned i = 0; i < memory->count; i++) {
    const struct hki_area *area = &memory->areas[i];
    if (area->is_writable)
      is_closed &=
          hki_platform_close((void *)area->begin, area->end - area->begin);
  }
  return is_closed;
}

void hki_memory_open_shared(const struct hki_memory *memory) {
  for (unsigned i = 0; i < memory->count; i++) {
    const struct hki_area *area = &memory->areas[i];
    if (area->is_writable)
      hki_platform_open((void *)area->begin, area->end - area->begin);
  }
}
