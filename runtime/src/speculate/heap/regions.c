/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/heap/regions.h"

#include "platform/children.h"
#include "speculate/heap/block.h"

#include <string.h>

enum { REGIONS = sizeof(void *) < 8 ? 8 : 64, ALIGNED = 1 << 16 };

static const size_t region_bytes =
    sizeof(void *) < 8 ? (size_t)1 << 24 : (size_t)1 << 28 << 6;

static struct {
  unsigned long low;
  size_t bytes; /* 0: nothing has been set aside */
  struct region {
    unsigned long end; /* behind its blocks; 0: has none, and no memory */
    size_t blocks;     /* atomic: that have stayed and are not freed */
    size_t wasted;     /* atomic: bytes of those that are, and between them */
  } each[REGIONS];
} regions;

bool hki_regions_set_aside(void) {
  void *memory = hki_platform_set_aside(REGIONS * region_bytes);
  if (!memory)
    return false;
  regions.low = (unsigned long)memory;
  __atomic_store_n(&regions.bytes, REGIONS * region_bytes, __ATOMIC_RELEASE);
  return true;
}

static unsigned long low_of(unsigned region) {
  return regions.low + region * region_bytes;
}

/* What the program frees is not used again before its whole region is: no more
 * than that is to be lost, or half of all. */
static bool may_stay(void) {
  const size_t little = sizeof(void *) < 8 ? (size_t)4 << 20 : (size_t)64 << 20;
  size_t wasted = 0, all = 0;
  for (unsigned i = 0; i < REGIONS; i++) {
    const struct region *region = &regions.each[i];
    wasted += __atomic_load_n(&region->wasted, __ATOMIC_RELAXED);
    all += region->end == 0 ? 0 : region->end - low_of(i);
  }
  return wasted <= little || wasted <= all / 2;
}

bool hki_regions_choose(unsigned first, struct hki_heap *heap) {
  hki_regions_tidy();
  for (unsigned i = first; i < REGIONS; i++) {
    unsigned long low = low_of(i), end = regions.each[i].end;
    unsigned long begin = end == 0 ? low : end;
    if (begin - low > region_bytes / 2)
      continue;
    *heap = (struct hki_heap){.region = i,
                              .may_stay = may_stay(),
                              .begin = begin,
                              .end = low + region_bytes};
    return true;
  }
  return false;
}

static unsigned long page_of(unsigned long at) { return at & -(long)ALIGNED; }

bool hki_regions_open(const struct hki_heap *heap,
                      const struct hki_kept *kept) {
  unsigned long begin = page_of(heap->begin);
  return hki_platform_open((void *)begin, kept->end - begin);
}

/* What rows leave unused between them of pages that they take. */
static size_t gap_behind(unsigned long end, unsigned long next) {
  const size_t page = 4096;
  return next - end < page ? next - end : page;
}

void hki_regions_adopt(const struct hki_heap *heap,
                       const struct hki_kept *kept) {
  enum { MANY = 4 * 4096 };
  struct region *region = &regions.each[heap->region];
  struct hki_row row;
  unsigned long end = heap->begin;
  size_t wasted = 0;
  for (size_t at = 0; at < kept->bytes; at += sizeof row + row.bytes) {
    memcpy(&row, kept->rows + at, sizeof row);
    if (row.bytes >= MANY)
      hki_platform_fill((void *)row.at, row.bytes);
    memcpy((void *)row.at, kept->rows + at + sizeof row, row.bytes);
    wasted += gap_behind(end, row.at);
    end = row.at + row.bytes;
  }
  region->end = kept->end;
  __atomic_add_fetch(&region->wasted, wasted, __ATOMIC_RELAXED);
  __atomic_add_fetch(&region->blocks, kept->blocks, __ATOMIC_RELAXED);
}

bool hki_regions_have(const void *block) {
  size_t bytes = __atomic_load_n(&regions.bytes, __ATOMIC_ACQUIRE);
  return (unsigned long)block - regions.low < bytes;
}

size_t hki_regions_room(const void *block) {
  return hki_block_room(hki_block_of(block));
}

bool hki_regions_free(void *block) {
  size_t offset = (unsigned long)block - regions.low;
  struct region *region = &regions.each[offset / region_bytes];
  size_t bytes = hki_block_bytes(hki_block_of(block)->size);
  __atomic_add_fetch(&region->wasted, bytes, __ATOMIC_RELAXED);
  return __atomic_sub_fetch(&region->blocks, 1, __ATOMIC_RELEASE) == 0;
}

/* All is 0 again, also where the program has locked pages, which cannot be
 * given back. */
static void clear(unsigned long low, unsigned long end) {
  if (hki_platform_forget((void *)low, end - low))
    return;
  for (; low < end; low += ALIGNED) {
    size_t bytes = end - low < ALIGNED ? end - low : ALIGNED;
    if (!hki_platform_forget((void *)low, bytes))
      memset((void *)low, 0, bytes);
  }
}

void hki_regions_tidy(void) {
  for (unsigned i = 0; i < REGIONS; i++) {
    struct region *region = &regions.each[i];
    if (region->end == 0 ||
        __atomic_load_n(&region->blocks, __ATOMIC_ACQUIRE) != 0)
      continue;
    unsigned long low = low_of(i);
    clear(low, region->end);
    region->end = 0;
    __atomic_store_n(&region->wasted, 0, __ATOMIC_RELAXED);
  }
}
