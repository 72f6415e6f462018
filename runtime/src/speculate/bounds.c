/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/bounds.h"

#include "speculate/shadow.h"

#include <string.h>

enum { GRANULE = 8, LESS = 0, AT_MOST = 1, GREATER = 2 };

/* Which bound a place has, plus one, if that is one of the segment; in the
 * parent nothing. */
static unsigned short places[1 << 10];
static size_t first; /* bound of the segment */

void hki_bounds_restart(void) { first = hki_shadow.slot->bound_count; }

__attribute__((no_sanitize("address"))) static union hki_number
load(const volatile void *at, unsigned bytes, enum hki_kind kind) {
  union hki_number value = {.u = 0};
  if (kind == HKI_FLOATING)
    value.f = bytes == 4 ? (double)*(const volatile float *)at
                         : *(const volatile double *)at;
  else if (kind == HKI_SIGNED)
    value.s = bytes == 4 ? *(const volatile int32_t *)at
                         : *(const volatile int64_t *)at;
  else
    value.u = bytes == 4 ? *(const volatile uint32_t *)at
                         : *(const volatile uint64_t *)at;
  return value;
}

static bool is_less(union hki_number a, union hki_number b,
                    enum hki_kind kind) {
  return kind == HKI_FLOATING ? a.f < b.f
         : kind == HKI_SIGNED ? a.s < b.s
                              : a.u < b.u;
}

static bool is_equal(union hki_number a, union hki_number b,
                     enum hki_kind kind) {
  return kind == HKI_FLOATING ? a.f == b.f : a.u == b.u;
}

/* No comparison says anything of what is no number. */
static bool is_number(union hki_number a, enum hki_kind kind) {
  return kind != HKI_FLOATING || a.f == a.f;
}

/* It lies above the end, or at it where that is allowed; `is_low`: the lower
 * end; else below. */
static bool is_within(union hki_number value, const struct hki_end *end,
                      bool is_low, enum hki_kind kind) {
  if (!end->is_there)
    return true;
  if (is_equal(value, end->at, kind))
    return !end->is_strict;
  return is_low ? is_less(end->at, value, kind) : is_less(value, end->at, kind);
}

static void tighten(struct hki_end *end, union hki_number at, bool is_strict,
                    bool is_low, enum hki_kind kind) {
  struct hki_end other = {true, is_strict, at};
  /* The end that there is lies within the other one. */
  bool is_looser = end->is_there && is_within(end->at, &other, is_low, kind);
  if (!is_looser)
    *end = other;
}

static bool has_marks(const unsigned char *shadow, unsigned long at,
                      unsigned bytes) {
  unsigned mask = ((1u << bytes) - 1u) << at % GRANULE;
  return (shadow[at / GRANULE] & mask) != 0;
}

/* The child knows the value, or must not ask, or somebody else's it is. */
static bool is_settled(unsigned long at, unsigned bytes) {
  return has_marks(hk_spec_touched, at, bytes) || hki_is_own(HKI_STACK, at) ||
         hki_is_own(HKI_HEAP, at) ||
         (hki_shadow.deferred && has_marks(hki_shadow.deferred, at, bytes)) ||
         (hki_shadow.shared->count > 0 &&
          hki_memory_has(hki_shadow.shared, at));
}

/* The bound of the place; NULL: there is no room for one more. */
static struct hki_bound *bound_of(unsigned long at, unsigned bytes,
                                  enum hki_kind kind) {
  enum { COUNT = sizeof places / sizeof places[0] };
  struct hki_slot *slot = hki_shadow.slot;
  unsigned short *known = &places[(at >> 2 ^ at >> 14) % COUNT];
  if (*known > first) {
    struct hki_bound *bound = &slot->bounds[*known - 1];
    if (bound->place == at && bound->bytes == bytes && bound->kind == kind)
      return bound;
  }
  if (slot->bound_count - first == HKI_MOST_BOUNDS ||
      slot->bound_count == slot->most_bounds)
    return NULL;
  struct hki_bound *bound = &slot->bounds[slot->bound_count++];
  *bound = (struct hki_bound){.place = at, .bytes = bytes, .kind = kind};
  *known = (unsigned short)slot->bound_count;
  return bound;
}

int hk_spec_bound(const volatile void *place, unsigned long bytes, int kind,
                  const void *value, int relation) {
  unsigned long at = (unsigned long)place;
  unsigned size = (unsigned)bytes;
  enum hki_kind of = (enum hki_kind)kind;
  if ((bytes != 4 && bytes != 8) || at % bytes != 0 || hki_shadow.is_closed ||
      is_settled(at, size))
    return 0;
  union hki_number by = load(value, size, of);
  if (!is_number(by, of) || !is_number(load(place, size, of), of))
    return 0;
  struct hki_bound *bound = bound_of(at, size, of);
  if (!bound)
    return 0;
  bool is_high = relation == LESS || relation == AT_MOST;
  tighten(is_high ? &bound->high : &bound->low, by,
          relation == LESS || relation == GREATER, !is_high, of);
  return 1;
}

/* What is there now is a number between the ends. */
static bool holds(const struct hki_bound *bound) {
  union hki_number now =
      load((const void *)bound->place, bound->bytes, bound->kind);
  return is_number(now, bound->kind) &&
         is_within(now, &bound->low, true, bound->kind) &&
         is_within(now, &bound->high, false, bound->kind);
}

enum hki_verdict hki_bounds_validate(struct hki_slot *slot, size_t first_bound,
                                     size_t end, struct hki_memory *memory) {
  for (size_t i = first_bound; i < end; i++) {
    const struct hki_bound *bound = &slot->bounds[i];
    slot->where = bound->place;
    if (!hki_memory_may_read(memory, bound->place & ~7ul))
      return HKI_GONE;
    if (!holds(bound))
      return HKI_CHANGED;
  }
  return HKI_GOOD;
}

void hki_bounds_changed(const struct hki_slot *slot, size_t first_bound,
                        size_t end, struct hki_memory *memory,
                        struct hki_places *places) {
  for (size_t i = first_bound; i < end; i++) {
    const struct hki_bound *bound = &slot->bounds[i];
    if (hki_memory_may_read(memory, bound->place & ~7ul) && !holds(bound))
      hki_add_place(places, (struct hki_place){bound->place, bound->bytes});
  }
}
