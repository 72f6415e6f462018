/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory for clocks and shadow, straight from the system: the program's own
 * allocator is wrapped and must not find its ways changed. Small blocks are cut
 * off larger ones and go back to a list of their size.
 */
#define _GNU_SOURCE
#include "memory.h"

#include "report.h"

#include <sys/mman.h>

enum { SMALLEST = 4, LARGEST = 16, ARENA = 1 << 20 }; /* powers of two */

struct block {
  struct block *next;
};

static struct {
  struct block *unused[LARGEST + 1]; /* by size */
  char *at, *end;                    /* what is left of the last arena */
} memory;

static void *from_system(size_t bytes) {
  void *result = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (result == MAP_FAILED)
    hki_fail("not enough memory to check this program");
  return result;
}

static unsigned size_class(size_t bytes) {
  unsigned size = SMALLEST;
  while (((size_t)1 << size) < bytes)
    size++;
  return size;
}

static void clear(char *block, size_t bytes) {
  for (uint64_t *word = (uint64_t *)block; (char *)word < block + bytes; word++)
    *word = 0;
}

void *hki_allocate(size_t bytes) {
  unsigned size = size_class(bytes);
  if (size > LARGEST)
    return from_system(bytes);
  struct block *block = memory.unused[size];
  bytes = (size_t)1 << size;
  if (block) {
    memory.unused[size] = block->next;
    clear((char *)block, bytes);
    return block;
  }
  if ((size_t)(memory.end - memory.at) < bytes) {
    memory.at = from_system(ARENA);
    memory.end = memory.at + ARENA;
  }
  void *result = memory.at;
  memory.at += bytes;
  return result;
}

void hki_release(void *address, size_t bytes) {
  unsigned size = size_class(bytes);
  if (!address)
    return;
  if (size > LARGEST) {
    munmap(address, bytes);
    return;
  }
  struct block *block = address;
  block->next = memory.unused[size];
  memory.unused[size] = block;
}
