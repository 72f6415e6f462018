/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks of memory as children allocate them, behind each other: a head, and
 * what the program has of them. Sizes are multiples of 16 up to 1024 bytes, and
 * four for each power of two above.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hki_block {
  uint32_t size; /* which, as hki_block_bytes has them */
  uint32_t is_used;
};

/* So that what the program has lies at multiples of 16. */
enum { HKI_FIRST_BLOCK = 16 - sizeof(struct hki_block) };

enum { HKI_BLOCK_SIZES = 65 + 4 * (sizeof(size_t) * 8 - 12) };

/* With the head. */
static inline size_t hki_block_bytes(uint32_t size) {
  if (size <= 64)
    return (size_t)16 * size;
  uint32_t power = 10 + (size - 65) / 4, quarters = 1 + (size - 65) % 4;
  return ((size_t)1 << power) + ((size_t)quarters << (power - 2));
}

/* The size for so many bytes of the program's, which are less than half of the
 * address space. */
static inline uint32_t hki_block_size(size_t bytes) {
  size_t whole = bytes + sizeof(struct hki_block);
  if (whole <= 1024)
    return whole <= 32 ? 2 : (uint32_t)((whole + 15) / 16);
  uint32_t power = 10;
  while ((size_t)2 << power < whole)
    power++;
  size_t quarter = (size_t)1 << (power - 2);
  size_t beyond = whole - ((size_t)1 << power);
  return 64 + 4 * (power - 10) + (uint32_t)((beyond + quarter - 1) / quarter);
}

/* What the program may use of it. */
static inline size_t hki_block_room(const struct hki_block *block) {
  return hki_block_bytes(block->size) - sizeof *block;
}

/* A block that is to have so many bytes, and has room for more, keeps a page or
 * more in vain. */
static inline bool hki_is_much_less(size_t bytes, size_t room) {
  return bytes < room / 2 && room - bytes >= 4096;
}

static inline struct hki_block *hki_block_of(const void *memory) {
  return (struct hki_block *)memory - 1;
}
