/* SPDX-License-Identifier: Apache-2.0
 *
 * Tests of index arrays on entry to a region. The program's own loops read the
 * same elements afterwards, so there is one pass over memory for each test, and
 * a second one only where the order of the values does not settle it.
 *
 * Injective: strictly rising or strictly falling values are; for others each
 * value sets a bit in a map of the values' range. The range is bounded by the
 * number of elements, so that clearing the map costs no more than reading them.
 */
#include "hocket/abi.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

/* The memory is the program's, of whatever type, perhaps in a packed struct. */
typedef int8_t __attribute__((may_alias, aligned(1))) s8;
typedef uint8_t __attribute__((may_alias, aligned(1))) u8;
typedef int16_t __attribute__((may_alias, aligned(1))) s16;
typedef uint16_t __attribute__((may_alias, aligned(1))) u16;
typedef int32_t __attribute__((may_alias, aligned(1))) s32;
typedef uint32_t __attribute__((may_alias, aligned(1))) u32;
typedef int64_t __attribute__((may_alias, aligned(1))) s64;
typedef uint64_t __attribute__((may_alias, aligned(1))) u64;

/* What one pass finds. */
struct summary {
  long long least, greatest;
  int rises, falls; /* never the other way */
  int strictlyRises, strictlyFalls;
  int isBeyond; /* some value is no long long */
};

static inline long long element(const char *first, long long number,
                                long long step, int type) {
  const char *at = first + number * step;
  switch (type) {
  case -1:
    return *(const s8 *)at;
  case 1:
    return *(const u8 *)at;
  case -2:
    return *(const s16 *)at;
  case 2:
    return *(const u16 *)at;
  case -4:
    return *(const s32 *)at;
  case 4:
    return *(const u32 *)at;
  case -8:
    return *(const s64 *)at;
  default: {
    uint64_t value = *(const u64 *)at;
    return value > LLONG_MAX ? LLONG_MAX : (long long)value;
  }
  }
}

static inline __attribute__((always_inline)) struct summary
pass(const char *first, long long count, long long step, int type) {
  struct summary s = {0, -1, 1, 1, 1, 1, 0};
  if (count <= 0)
    return s;
  long long before = element(first, 0, step, type);
  s.least = s.greatest = before;
  for (long long i = 1; i < count; i++) {
    long long value = element(first, i, step, type);
    s.least = value < s.least ? value : s.least;
    s.greatest = value > s.greatest ? value : s.greatest;
    s.rises &= value >= before;
    s.falls &= value <= before;
    s.strictlyRises &= value > before;
    s.strictlyFalls &= value < before;
    before = value;
  }
  s.isBeyond = type == 8 && s.greatest == LLONG_MAX;
  return s;
}

/* One loop for each type. */
static struct summary summarize(const char *first, long long count,
                                long long step, int type) {
  switch (type) {
  case -1:
    return pass(first, count, step, -1);
  case 1:
    return pass(first, count, step, 1);
  case -2:
    return pass(first, count, step, -2);
  case 2:
    return pass(first, count, step, 2);
  case -4:
    return pass(first, count, step, -4);
  case 4:
    return pass(first, count, step, 4);
  case -8:
    return pass(first, count, step, -8);
  default:
    return pass(first, count, step, 8);
  }
}

/* No address is formed where nothing is to be read. */
static const char *firstOf(const volatile void *base, long long low,
                           long long count) {
  return count > 0 ? (const char *)base + low : 0;
}

int hk_is_monotonic(const volatile void *base, long long low, long long count,
                    long long step, int type) {
  struct summary s = summarize(firstOf(base, low, count), count, step, type);
  return count >= 0 && s.rises && !s.isBeyond;
}

/* Of at least one element, next to each other, in their own type: LANES results
 * at a time are a few vectors. */
#define LANES 16
#define EXTREME(NAME, TYPE, IS_BETTER)                                         \
  static TYPE NAME(const TYPE *first, long long count) {                       \
    TYPE result[LANES];                                                        \
    long long i = 0;                                                           \
    for (int lane = 0; lane < LANES; lane++)                                   \
      result[lane] = first[0];                                                 \
    for (; i + LANES <= count; i += LANES)                                     \
      for (int lane = 0; lane < LANES; lane++)                                 \
        result[lane] = first[i + lane] IS_BETTER result[lane]                  \
                           ? first[i + lane]                                   \
                           : result[lane];                                     \
    for (; i < count; i++)                                                     \
      result[0] = first[i] IS_BETTER result[0] ? first[i] : result[0];         \
    for (int lane = 1; lane < LANES; lane++)                                   \
      result[0] = result[lane] IS_BETTER result[0] ? result[lane] : result[0]; \
    return result[0];                                                          \
  }
EXTREME(least_s32, s32, <)
EXTREME(least_u32, u32, <)
EXTREME(greatest_s32, s32, >)
EXTREME(greatest_u32, u32, >)

long long hk_index_min(const volatile void *base, long long low,
                       long long count, long long step, int type) {
  const char *first = firstOf(base, low, count);
  if (count <= 0)
    return count < 0 ? hk_none() : 0;
  if (step == 4 && type == -4)
    return least_s32((const s32 *)first, count);
  if (step == 4 && type == 4)
    return least_u32((const u32 *)first, count);
  return hk_near(summarize(first, count, step, type).least);
}

long long hk_index_max(const volatile void *base, long long low,
                       long long count, long long step, int type) {
  const char *first = firstOf(base, low, count);
  if (count <= 0)
    return count < 0 ? hk_none() : -1;
  if (step == 4 && type == -4)
    return greatest_s32((const s32 *)first, count);
  if (step == 4 && type == 4)
    return greatest_u32((const u32 *)first, count);
  return hk_near(summarize(first, count, step, type).greatest);
}

/* Each value sets a bit; finds the first that is set already. */
static int areFirst(const char *first, long long count, long long step,
                    int type, struct summary s) {
  unsigned long long span =
      (unsigned long long)s.greatest - (unsigned long long)s.least;
  if (span < (unsigned long long)count - 1 ||
      span / 64 > (unsigned long long)count + 1024)
    return 0;
  int *place = hk_errno(), error = *place;
  uint64_t *map = calloc((size_t)(span / 64 + 1), sizeof *map);
  *place = error;
  if (!map)
    return 0;
  int isFirst = 1;
  for (long long i = 0; i < count && isFirst; i++) {
    unsigned long long at = (unsigned long long)element(first, i, step, type) -
                            (unsigned long long)s.least;
    isFirst = !(map[at / 64] >> at % 64 & 1);
    map[at / 64] |= UINT64_C(1) << at % 64;
  }
  free(map);
  return isFirst;
}

int hk_is_injective(const volatile void *base, long long low, long long count,
                    long long step, int type) {
  const char *first = firstOf(base, low, count);
  int bytes = type < 0 ? -type : type;
  if (count < 0 || (bytes < 4 && count > 1ll << 8 * bytes))
    return 0; /* more elements than values */
  struct summary s = summarize(first, count, step, type);
  if (s.isBeyond)
    return 0;
  if (count <= 1 || s.strictlyRises || s.strictlyFalls)
    return 1;
  /* In order, but some value equals its neighbour. */
  if (s.rises || s.falls)
    return 0;
  return areFirst(first, count, step, type, s);
}

static int isBefore(const void *a, const void *b) {
  long long x = *(const long long *)a, y = *(const long long *)b;
  return (x > y) - (x < y);
}

/* A copy in order shows which are neighbours. */
static int areApartInOrder(const char *first, long long count, long long step,
                           int type, long long span) {
  int *place = hk_errno(), error = *place;
  long long *all = malloc((size_t)count * sizeof *all);
  *place = error;
  if (!all)
    return 0;
  for (long long i = 0; i < count; i++)
    all[i] = element(first, i, step, type);
  qsort(all, (size_t)count, sizeof *all, isBefore);
  int areApart = 1;
  for (long long i = 1; i < count && areApart; i++)
    areApart = all[i] - all[i - 1] >= span;
  free(all);
  return areApart;
}

int hk_rows_apart(const volatile void *base, long long low, long long count,
                  long long step, int type, long long span) {
  if (count < 0 || hk_near(span) == hk_none())
    return 0;
  if (count <= 1 || span <= 0)
    return 1;
  const char *first = firstOf(base, low, count);
  int rise = 1, fall = 1;
  for (long long i = 1; i < count && (rise || fall); i++) {
    long long moved =
        element(first, i, step, type) - element(first, i - 1, step, type);
    rise &= moved >= span;
    fall &= -moved >= span;
  }
  return rise || fall || areApartInOrder(first, count, step, type, span);
}
