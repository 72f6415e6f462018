/* SPDX-License-Identifier: Apache-2.0
 *
 * Each size of blocks has a list of free ones; new ones come from the end
 * (segregated free lists: Kingsley's allocator of 4.2BSD). The parent frees
 * what was there before the child.
 */
#include "speculate/heap/arena.h"

#include "speculate/defer.h"
#include "speculate/heap/block.h"
#include "speculate/heap/regions.h"
#include "speculate/shadow.h"

#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

struct free_block {
  struct hki_block head;
  struct free_block *next;
};

static struct {
  struct free_block *free[HKI_BLOCK_SIZES];
  unsigned long first, at, end; /* the first block, and what was never used */
  size_t blocks;                /* in use */
} arena;

bool hki_arena_start(struct hki_slot *slot) {
  const struct hki_heap *heap = &slot->heap;
  const unsigned long aligned = 1ul << 16;
  unsigned long low = heap->begin / aligned * aligned;
  arena.first = (heap->begin + 15) / 16 * 16 + HKI_FIRST_BLOCK;
  arena.at = arena.first;
  arena.end = heap->end;
  hki_shadow.own[HKI_HEAP] =
      (struct hki_own){arena.first, arena.end - arena.first};
  return hki_platform_open((void *)low, heap->end - low);
}

/* Blocks up to this address are not more than some times what may stay: a child
 * that goes on with what is no longer so may allocate without an end. */
static bool is_too_much(unsigned long end) {
  return end - arena.first > 4 * hki_shadow.slot->most_kept;
}

static struct hki_block *new_block(uint32_t size) {
  size_t whole = hki_block_bytes(size);
  if (whole > arena.end - arena.at || is_too_much(arena.at + whole))
    hki_leave(HKI_FULL, 0);
  struct hki_block *block = (struct hki_block *)arena.at;
  arena.at += whole;
  block->size = size;
  return block;
}

static struct hki_block *old_block(uint32_t size) {
  struct free_block *block = arena.free[size];
  if (!block)
    return NULL;
  arena.free[size] = block->next;
  return &block->head;
}

static void *take(size_t bytes) {
  if (bytes >= arena.end - arena.first)
    hki_leave(HKI_FULL, 0);
  uint32_t size = hki_block_size(bytes);
  struct hki_block *block = old_block(size);
  if (!block)
    block = new_block(size);
  block->is_used = 1;
  arena.blocks++;
  hki_shadow.slot->heap_bytes += hki_block_bytes(size);
  return block + 1;
}

static bool is_forgotten(const void *memory) {
  return (unsigned long)memory < arena.first;
}

static void give_back(void *memory) {
  if (is_forgotten(memory))
    return;
  struct free_block *block = (struct free_block *)(void *)hki_block_of(memory);
  uint32_t size = block->head.size;
  block->head.is_used = 0;
  block->next = arena.free[size];
  arena.free[size] = block;
  arena.blocks--;
  hki_shadow.slot->heap_bytes -= hki_block_bytes(size);
}

void hki_arena_forget(struct hki_slot *slot) {
  memset(arena.free, 0, sizeof arena.free);
  arena.first = arena.at;
  arena.blocks = 0;
  slot->heap_bytes = 0;
}

void *hk_spec_malloc(unsigned long bytes) { return take(bytes); }

void *hk_spec_calloc(unsigned long count, unsigned long bytes) {
  size_t whole;
  if (__builtin_mul_overflow(count, bytes, &whole))
    hk_spec_give_up();
  unsigned long new = arena.at; /* where nothing was yet */
  void *memory = take(whole);
  return (unsigned long)memory > new ? memory : memset(memory, 0, whole);
}

static void apply_free(void *target, const void *value) {
  (void)value;
  free(target);
}

void hk_spec_free(void *memory) {
  if (!memory)
    return;
  if (!hki_is_own(HKI_HEAP, (unsigned long)memory)) {
    if (!hki_shadow.is_closed)
      hki_defer(memory, 0, apply_free, "", 0);
    return;
  }
  give_back(memory);
}

/* What the program may use of a block of the parent's. In the GNU C library a
 * word before it says how much that is, and some bits that change with blocks
 * around it. With others nobody knows. */
static size_t room_of_parents(const void *memory) {
  if (hki_regions_have(memory))
    return hki_regions_room(memory); /* which stays */
#ifdef __GLIBC__
  size_t *head = (size_t *)memory - 1,
         room = malloc_usable_size((void *)memory);
  size_t low = *head & ~(size_t)15, high = low | 15;
  size_t more = low - room;
  enum { AT_MOST = 1, AT_LEAST = 3, UNSIGNED = 1 };
  if (more != sizeof *head && more != 2 * sizeof *head)
    hk_spec_give_up();
  if (!hk_spec_bound(head, sizeof *head, UNSIGNED, &low, AT_LEAST) ||
      !hk_spec_bound(head, sizeof *head, UNSIGNED, &high, AT_MOST))
    hki_touch(head, sizeof *head, HKI_READS);
  return room;
#else
  hk_spec_give_up();
#endif
}

static void *enlarge_parents(void *memory, size_t bytes) {
  size_t room = room_of_parents(memory);
  room = room < bytes ? room : bytes;
  hki_touch(memory, room, HKI_READS);
  void *other = memcpy(take(bytes), memory, room);
  hk_spec_free(memory);
  return other;
}

/* The last block has what comes behind it. */
static bool is_lengthened(struct hki_block *block, size_t bytes) {
  unsigned long begin = (unsigned long)block;
  size_t before = hki_block_bytes(block->size);
  if (is_forgotten(block) || begin + before != arena.at ||
      bytes >= arena.end - begin)
    return false;
  uint32_t size = hki_block_size(bytes);
  size_t after = hki_block_bytes(size);
  if (after > arena.end - begin || is_too_much(begin + after))
    return false;
  block->size = size;
  arena.at = begin + after;
  hki_shadow.slot->heap_bytes += after - before;
  return true;
}

void *hk_spec_realloc(void *memory, unsigned long bytes) {
  if (!memory)
    return take(bytes);
  if (bytes == 0)
    hk_spec_give_up();
  if (!hki_is_own(HKI_HEAP, (unsigned long)memory))
    return enlarge_parents(memory, bytes);
  struct hki_block *block = hki_block_of(memory);
  size_t room = hki_block_room(block);
  if (!hki_is_much_less(bytes, room) &&
      (bytes <= room || is_lengthened(block, bytes)))
    return memory;
  void *other = memcpy(take(bytes), memory, bytes < room ? bytes : room);
  give_back(memory);
  return other;
}

/* Blocks from `block` on that are all in use; its end. */
static unsigned long end_of_row(unsigned long at) {
  while (at < arena.at && ((const struct hki_block *)at)->is_used)
    at += hki_block_bytes(((const struct hki_block *)at)->size);
  return at;
}

static void keep(struct hki_slot *slot, struct hki_row row) {
  enum { MANY = 16 * 4096 };
  struct hki_kept *kept = &slot->kept;
  if (sizeof row + row.bytes > slot->most_kept - kept->bytes)
    hki_leave(HKI_FULL, 0);
  char *to = kept->rows + kept->bytes;
  if (row.bytes >= MANY)
    hki_platform_fill(to, sizeof row + row.bytes);
  memcpy(to, &row, sizeof row);
  memcpy(to + sizeof row, (const void *)row.at, row.bytes);
  kept->bytes += sizeof row + row.bytes;
}

/* From `at` on, the end of bytes of whole pages that are all 0, or all not. */
static unsigned long end_of_part(unsigned long at, unsigned long end,
                                 bool *is_empty) {
  enum { PAGE = 4096 };
  static const char nothing[PAGE];
  for (bool is_first = true; at < end; is_first = false) {
    unsigned long next = at - at % PAGE + PAGE;
    next = next < end ? next : end;
    bool is = memcmp((const void *)at, nothing, next - at) == 0;
    if (is_first)
      *is_empty = is;
    else if (is != *is_empty)
      break;
    at = next;
  }
  return at;
}

/* Where the parent has them nothing was yet, which is all 0, and takes memory
 * where it is written to: large tables may be empty but for a few places. */
static void keep_row(struct hki_slot *slot, unsigned long at,
                     unsigned long end) {
  bool is_empty = false;
  for (unsigned long next; at < end; at = next) {
    next = end_of_part(at, end, &is_empty);
    if (!is_empty)
      keep(slot, (struct hki_row){at, next - at});
  }
}

void hki_arena_keep(struct hki_slot *slot) {
  if (arena.blocks == 0)
    return;
  slot->kept.blocks = arena.blocks;
  slot->kept.end = arena.at;
  for (unsigned long at = arena.first; at < arena.at;) {
    unsigned long end = end_of_row(at);
    if (end > at)
      keep_row(slot, at, end);
    else
      end += hki_block_bytes(((const struct hki_block *)at)->size);
    at = end;
  }
}
