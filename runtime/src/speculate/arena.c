/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks of powers of two, each size with a list of free ones; new ones come
 * from the end (Kingsley's allocator of 4.2BSD). The parent frees what was
 * there before the child.
 */
#include "speculate/arena.h"

#include "speculate/defer.h"
#include "speculate/shadow.h"

#include <stdlib.h>
#include <string.h>

struct block {
  size_t size; /* which: 16 << size bytes, with this */
  struct block *next;
} __attribute__((aligned(16)));

enum { SIZES = sizeof(size_t) * 8 - 5 };

static struct {
  struct block *free[SIZES];
  unsigned long at, end; /* what was never used */
  size_t blocks;         /* in use */
  void *memory;          /* of the heap */
} arena;

static const size_t arena_bytes =
    sizeof(void *) < 8 ? (size_t)1 << 26 : (size_t)1 << 26 << 9;

bool hki_arena_set_aside(void) {
  arena.memory = hki_platform_set_aside(arena_bytes);
  return arena.memory != NULL;
}

bool hki_arena_start(void) {
  arena.at = (unsigned long)arena.memory;
  arena.end = arena.at + arena_bytes;
  hki_shadow.own[HKI_HEAP] = (struct hki_own){arena.at, arena_bytes};
  return hki_platform_open(arena.memory, arena_bytes);
}

bool hki_arena_is_empty(void) { return arena.blocks == 0; }

static size_t size_for(size_t bytes) {
  size_t size = 1;
  while (((size_t)16 << size) - sizeof(struct block) < bytes)
    size++;
  return size;
}

static void *take(size_t bytes) {
  if (bytes > arena_bytes / 2)
    hki_leave(HKI_FULL, 0);
  size_t size = size_for(bytes), whole = (size_t)16 << size;
  struct block *block = arena.free[size];
  if (block) {
    arena.free[size] = block->next;
  } else {
    if (whole > arena.end - arena.at)
      hki_leave(HKI_FULL, 0);
    block = (struct block *)arena.at;
    arena.at += whole;
    block->size = size;
  }
  arena.blocks++;
  return block + 1;
}

void *hk_spec_malloc(unsigned long bytes) { return take(bytes); }

void *hk_spec_calloc(unsigned long count, unsigned long bytes) {
  size_t whole;
  if (__builtin_mul_overflow(count, bytes, &whole))
    hk_spec_give_up();
  return memset(take(whole), 0, whole);
}

static void apply_free(void *target, const void *value) {
  (void)value;
  free(target);
}

void hk_spec_free(void *memory) {
  if (!memory)
    return;
  if (!hki_is_own(HKI_HEAP, (unsigned long)memory)) {
    hki_defer(memory, apply_free, "", 0);
    return;
  }
  struct block *block = (struct block *)memory - 1;
  block->next = arena.free[block->size];
  arena.free[block->size] = block;
  arena.blocks--;
}

/* What is behind a block of the parent's is not known. */
void *hk_spec_realloc(void *memory, unsigned long bytes) {
  if (!memory)
    return take(bytes);
  if (bytes == 0 || !hki_is_own(HKI_HEAP, (unsigned long)memory))
    hk_spec_give_up();
  const struct block *block = (const struct block *)memory - 1;
  size_t room = ((size_t)16 << block->size) - sizeof *block;
  if (bytes <= room)
    return memory;
  void *larger = memcpy(take(bytes), memory, room);
  hk_spec_free(memory);
  return larger;
}
