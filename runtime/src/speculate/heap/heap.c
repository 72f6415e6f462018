/* SPDX-License-Identifier: Apache-2.0
 *
 * The program's free, realloc and the like where blocks of children may have
 * stayed (regions.h), which are none of the C library's. Programs with loops
 * that are tried are linked with --wrap=free and so on: the linker then takes
 * these functions where the program and its archives name those, and those
 * where these are called real.
 */
#include "speculate/heap/block.h"
#include "speculate/heap/regions.h"
#include "speculate/process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define WRAPS(name) __asm__("__wrap_" #name)
#define REAL(name) __asm__("__real_" #name)

void hki_heap_free(void *block) WRAPS(free);
void *hki_heap_realloc(void *block, size_t bytes) WRAPS(realloc);
void *hki_heap_reallocarray(void *block, size_t count, size_t bytes)
    WRAPS(reallocarray);
size_t hki_heap_usable_size(void *block) WRAPS(malloc_usable_size);
ssize_t hki_heap_getline(char **line, size_t *room, void *file) WRAPS(getline);
ssize_t hki_heap_getdelim(char **line, size_t *room, int end, void *file)
    WRAPS(getdelim);
ssize_t hki_heap_inline_getdelim(char **line, size_t *room, int end, void *file)
    WRAPS(__getdelim);

/* Not weak: an archive of the C library is to give them, whose own functions
 * call these, too. */
extern void real_free(void *block) REAL(free);
extern void *real_realloc(void *block, size_t bytes) REAL(realloc);
extern size_t real_usable_size(void *block) REAL(malloc_usable_size);
extern ssize_t real_getline(char **line, size_t *room, void *file)
    REAL(getline);
extern ssize_t real_getdelim(char **line, size_t *room, int end, void *file)
    REAL(getdelim);

void hki_heap_free(void *block) {
  if (!hki_regions_have(block)) {
    real_free(block);
    return;
  }
  if (hki_regions_free(block) && hki_process_is_owner()) {
    int kept = errno;
    hki_regions_tidy();
    errno = kept;
  }
}

/* Into a block of the C library's, of `bytes`, so much of this one as fits. */
static void *move(void *block, size_t bytes) {
  size_t room = hki_regions_room(block);
  void *other = malloc(bytes);
  if (!other)
    return NULL;
  memcpy(other, block, bytes < room ? bytes : room);
  hki_heap_free(block);
  return other;
}

void *hki_heap_realloc(void *block, size_t bytes) {
  if (!hki_regions_have(block))
    return real_realloc(block, bytes);
  if (bytes == 0) {
    hki_heap_free(block);
    return NULL; /* as glibc */
  }
  size_t room = hki_regions_room(block);
  return bytes > room || hki_is_much_less(bytes, room) ? move(block, bytes)
                                                       : block;
}

void *hki_heap_reallocarray(void *block, size_t count, size_t bytes) {
  size_t whole;
  if (!__builtin_mul_overflow(count, bytes, &whole))
    return hki_heap_realloc(block, whole);
  errno = ENOMEM;
  return NULL;
}

size_t hki_heap_usable_size(void *block) {
  return hki_regions_have(block) ? hki_regions_room(block)
                                 : real_usable_size(block);
}

/* The C library is to lengthen the line: false, there is no memory. */
static int has_moved(char **line) {
  if (!line || !hki_regions_have(*line))
    return 1;
  char *other = move(*line, hki_regions_room(*line));
  if (!other)
    return 0;
  *line = other;
  return 1;
}

ssize_t hki_heap_getline(char **line, size_t *room, void *file) {
  return has_moved(line) ? real_getline(line, room, file) : -1;
}

ssize_t hki_heap_getdelim(char **line, size_t *room, int end, void *file) {
  return has_moved(line) ? real_getdelim(line, room, end, file) : -1;
}

ssize_t hki_heap_inline_getdelim(char **line, size_t *room, int end,
                                 void *file) {
  return hki_heap_getdelim(line, room, end, file);
}
