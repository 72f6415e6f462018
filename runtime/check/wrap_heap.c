/* SPDX-License-Identifier: Apache-2.0
 *
 * <stdlib.h>: blocks of memory, sorting, random numbers, reading numbers.
 *
 * The allocator needs no order between tasks. A block that is handed out begins
 * a new life; freeing one counts as writing all of it.
 */
#define _GNU_SOURCE
#include "wrap.h"

#include <malloc.h>

static void *fresh(void *block) {
  if (block && hki_now())
    hki_forget(block, malloc_usable_size(block));
  return block;
}

/* What is handed out next in its place forgets this. */
static void gone(void *block, hki_site site) {
  if (block && hki_now())
    hki_writes(block, malloc_usable_size(block), site);
}

HKI_WRAP(void *, malloc, size_t size) { return fresh(__real_malloc(size)); }

HKI_WRAP(void *, calloc, size_t count, size_t size) {
  return fresh(__real_calloc(count, size));
}

HKI_WRAP(void *, aligned_alloc, size_t alignment, size_t size) {
  return fresh(__real_aligned_alloc(alignment, size));
}

HKI_WRAP(void *, memalign, size_t alignment, size_t size) {
  return fresh(__real_memalign(alignment, size));
}

HKI_WRAP(int, posix_memalign, void **block, size_t alignment, size_t size) {
  int error = __real_posix_memalign(block, alignment, size);
  if (error)
    return error;
  fresh(*block);
  hki_writes(block, sizeof *block, HKI_CALLER);
  return 0;
}

HKI_WRAP(void *, realloc, void *block, size_t size) {
  gone(block, HKI_CALLER);
  return fresh(__real_realloc(block, size));
}

HKI_WRAP(void, free, void *block) {
  gone(block, HKI_CALLER);
  __real_free(block);
}

HKI_WRAP(char *, strdup, const char *text) {
  hki_reads_text(text, HKI_CALLER);
  return fresh(__real_strdup(text));
}

HKI_WRAP(char *, strndup, const char *text, size_t most) {
  hki_reads_part(text, most, HKI_CALLER);
  return fresh(__real_strndup(text, most));
}

HKI_WRAP(void, qsort, void *array, size_t count, size_t size,
         int (*compare)(const void *, const void *)) {
  hki_writes(array, count * size, HKI_CALLER);
  __real_qsort(array, count, size, compare);
}

/* The generators have one state each. */
static char rand_state, random_state, rand48_state;

HKI_WRAP(int, rand, void) {
  hki_writes(&rand_state, 1, HKI_CALLER);
  return __real_rand();
}

HKI_WRAP(void, srand, unsigned seed) {
  hki_writes(&rand_state, 1, HKI_CALLER);
  __real_srand(seed);
}

HKI_WRAP(int, rand_r, unsigned *seed) {
  hki_writes(seed, sizeof *seed, HKI_CALLER);
  return __real_rand_r(seed);
}

HKI_WRAP(long, random, void) {
  hki_writes(&random_state, 1, HKI_CALLER);
  return __real_random();
}

HKI_WRAP(void, srandom, unsigned seed) {
  hki_writes(&random_state, 1, HKI_CALLER);
  __real_srandom(seed);
}

HKI_WRAP(double, drand48, void) {
  hki_writes(&rand48_state, 1, HKI_CALLER);
  return __real_drand48();
}

HKI_WRAP(long, lrand48, void) {
  hki_writes(&rand48_state, 1, HKI_CALLER);
  return __real_lrand48();
}

HKI_WRAP(void, srand48, long seed) {
  hki_writes(&rand48_state, 1, HKI_CALLER);
  __real_srand48(seed);
}

/* What was read is a number, which ends where `*end` says. */
#define READ_NUMBER(type, name, ...)                                           \
  HKI_WRAP(type, name, const char *text, char **end __VA_ARGS__) {             \
    char *stop;                                                                \
    type result = NUMBER(name);                                                \
    hki_reads(text, (size_t)(stop - text) + 1, HKI_CALLER);                    \
    if (end) {                                                                 \
      hki_writes(end, sizeof *end, HKI_CALLER);                                \
      *end = stop;                                                             \
    }                                                                          \
    return result;                                                             \
  }
#define BASE , int base
#define NUMBER(name) __real_##name(text, &stop, base)
READ_NUMBER(long, strtol, BASE)
READ_NUMBER(unsigned long, strtoul, BASE)
READ_NUMBER(long long, strtoll, BASE)
READ_NUMBER(unsigned long long, strtoull, BASE)
#undef NUMBER
#define NUMBER(name) __real_##name(text, &stop)
READ_NUMBER(double, strtod, )
READ_NUMBER(float, strtof, )

HKI_WRAP(int, atoi, const char *text) {
  hki_reads_text(text, HKI_CALLER);
  return __real_atoi(text);
}

HKI_WRAP(long, atol, const char *text) {
  hki_reads_text(text, HKI_CALLER);
  return __real_atol(text);
}

HKI_WRAP(double, atof, const char *text) {
  hki_reads_text(text, HKI_CALLER);
  return __real_atof(text);
}
