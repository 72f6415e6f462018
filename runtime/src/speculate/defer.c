/* SPDX-License-Identifier: Apache-2.0
 *
 * Updates that a child leaves to its parent: sums over iterations would make
 * each iteration depend on the one before. A byte with an update to come has no
 * value in the child; who needs one ends it. A byte that it has touched has no
 * update to come. So each is taken over in one of two ways, and in the order of
 * the program: floating-point sums come out the same to the last bit.
 */
#include "speculate/defer.h"

#include "speculate/adds.h"
#include "speculate/shadow.h"

#include <string.h>

enum { GRANULE = 8, PAGE = 4096, SUM_BITS = 15, FEW_BITS = 8 };

static bool is_off; /* for this child */

static size_t first; /* update of the segment */

/* Sums that are not complete yet: which update has that of a target, if it is
 * one of the segment. Open addressing, some places from the target's own on; if
 * all are taken it has its own place. As many are used as there are sums for,
 * so few pages are touched. Nothing in the parent. */
static struct sum {
  void *target;
  unsigned update, bytes;
} sums[1 << SUM_BITS];
static unsigned sum_bits = FEW_BITS;

/* Not 0, which a `known` begins with, that has no target either. */
unsigned long hk_spec_order = 1;

void hki_defer_switch_off(void) { is_off = true; }

/* The bits of these bytes in one granule; to the next. */
static unsigned next_bits(unsigned long *at, unsigned long end) {
  unsigned long first = *at % GRANULE, granule = *at - first;
  unsigned long last = end - granule < GRANULE ? end - granule : GRANULE;
  *at = granule + last;
  return (1u << last) - (1u << first);
}

static void mark(unsigned char *shadow, unsigned long at, unsigned long end) {
  while (at < end) {
    unsigned char *bits = &shadow[at / GRANULE];
    *bits |= (unsigned char)next_bits(&at, end);
  }
}

static bool has_marks(const unsigned char *shadow, unsigned long at,
                      unsigned long end) {
  while (at < end) {
    unsigned char bits = shadow[at / GRANULE];
    if (next_bits(&at, end) & bits)
      return true;
  }
  return false;
}

static bool are_marked(const unsigned char *shadow, unsigned long at,
                       unsigned long end) {
  while (at < end) {
    unsigned char bits = shadow[at / GRANULE];
    if (next_bits(&at, end) & ~(unsigned)bits)
      return false;
  }
  return true;
}

static void unmark(unsigned char *shadow, unsigned long at, unsigned long end) {
  while (at < end) {
    unsigned char *bits = &shadow[at / GRANULE];
    *bits &= (unsigned char)~next_bits(&at, end);
  }
}

/* The shadow of this number, opened. NULL: that is not possible. */
static bool open_shadow(unsigned char **shadow, unsigned long number) {
  unsigned char *bits = hki_shadow.room + number * hki_shadow.size;
  if (!*shadow && hki_platform_open(bits, hki_shadow.size))
    *shadow = bits;
  return *shadow != NULL;
}

void hki_defer(void *target, unsigned long target_bytes, hk_spec_apply *apply,
               const void *value, size_t bytes) {
  struct hki_slot *slot = hki_shadow.slot;
  if (slot->update_count == slot->most_updates)
    hki_leave(HKI_FULL, (unsigned long)target);
  if (slot->update_count == slot->ready_updates)
    hki_slot_ready_updates(slot);
  struct hki_update *update = &slot->updates[slot->update_count++];
  update->target = target;
  update->bytes = target_bytes;
  update->apply = apply;
  update->site = NULL;
  memcpy(update->value, value, bytes);
}

/* The last update is this statement's. */
static void sign(struct hk_spec_site *site) {
  struct hki_slot *slot = hki_shadow.slot;
  slot->updates[slot->update_count - 1].site = site;
}

/* Both update one place: if children need that, neither is to put updates off.
 */
static void join(struct hk_spec_site *one, struct hk_spec_site *other) {
  if (one == other)
    return;
  for (const struct hk_spec_site *i = one->next; i && i != one; i = i->next)
    if (i == other)
      return;
  struct hk_spec_site *next = one->next ? one->next : one;
  one->next = other->next ? other->next : other;
  other->next = next;
}

void hki_defer_tell(struct hki_place needed) {
  struct hki_slot *slot = hki_shadow.slot;
  unsigned long begin = needed.at, end = needed.at + needed.bytes;
  for (size_t i = first; i < slot->update_count; i++) {
    const struct hki_update *update = &slot->updates[i];
    unsigned long at = (unsigned long)update->target;
    struct hk_spec_site *site = update->site, *each = site;
    if (at >= end || begin >= at + update->bytes || !site)
      continue;
    do
      hki_add_site(&slot->sites, each);
    while ((each = each->next) && each != site);
  }
  if (needed.bytes != 0)
    hki_adds_tell(needed, &slot->sites);
}

/* Updates of these bytes may be left to the parent, and are from now on. */
static bool leave_to_parent(const struct hk_spec_site *site, unsigned long at,
                            unsigned long end) {
  if (is_off || site->keeps)
    return false;
  if (at / PAGE != (end - 1) / PAGE) /* the parent looks for one */
    return false;
  if (has_marks(hk_spec_touched, at, end) || hki_is_own(HKI_STACK, at) ||
      hki_is_own(HKI_HEAP, at))
    return false;
  if (hki_shadow.shared->count > 0 && hki_memory_has(hki_shadow.shared, at))
    return false;
  if (!open_shadow(&hki_shadow.deferred, 1))
    return false;
  mark(hki_shadow.deferred, at, end);
  *hki_page_word(at) |= hki_page_bit(at); /* all on one page */
  return true;
}

/* A sum of these bytes is not to be added to any more. */
static void mark_ordered(unsigned long at, unsigned long end) {
  mark(hki_shadow.ordered, at, end);
  hki_adds_stop(at, end);
  hk_spec_order++;
}

int hk_spec_defer(struct hk_spec_site *site, void *target, unsigned long bytes,
                  hk_spec_apply *apply, const void *value,
                  unsigned long value_bytes) {
  unsigned long at = (unsigned long)target, end = at + bytes;
  if (value_bytes > sizeof((struct hki_update *)0)->value ||
      hki_shadow.is_closed || !open_shadow(&hki_shadow.ordered, 2))
    return 0;
  bool may_have_sum =
      hki_shadow.deferred && has_marks(hki_shadow.deferred, at, end);
  if (!leave_to_parent(site, at, end))
    return 0;
  if (may_have_sum && !are_marked(hki_shadow.ordered, at, end))
    mark_ordered(at, end);
  else
    mark(hki_shadow.ordered, at, end);
  hki_defer(target, bytes, apply, value, value_bytes);
  sign(site);
  return 1;
}

/* The target's place, or else the first that is free of those where it would
 * be; none: its own. Updates of segments before take no place. */
static struct sum *place_of(const void *target) {
  enum { PLACES = 8 };
  const unsigned mask = (1u << sum_bits) - 1;
  unsigned own =
      (unsigned)((uint64_t)(unsigned long)target * 0x9e3779b97f4a7c15u >>
                 (64 - sum_bits));
  for (unsigned i = 0; i < PLACES; i++) {
    struct sum *sum = &sums[(own + i) & mask];
    if (sum->target == target || !sum->target || sum->update < first)
      return sum;
  }
  return &sums[own];
}

static void put_sum(size_t number) {
  const struct hki_update *update = &hki_shadow.slot->updates[number];
  *place_of(update->target) =
      (struct sum){update->target, (unsigned)number, (unsigned)update->bytes};
}

/* More places, where half of them are taken: the sums of the segment again.
 * Those with an order are not looked for (hk_spec_add). */
static void make_room(void) {
  const struct hki_slot *slot = hki_shadow.slot;
  if (sum_bits == SUM_BITS ||
      slot->update_count - first < (size_t)1 << (sum_bits - 1))
    return;
  memset(sums, 0, sizeof sums[0] << sum_bits++);
  for (size_t i = first; i < slot->update_count; i++)
    if (!slot->updates[i].apply)
      put_sum(i);
}

/* Bytes that have an update already, and not this sum's as far as is known: it
 * may be another's that shares some of them, over which carries go. Then all of
 * them are made in their order. */
static bool keep_order(unsigned long at, unsigned long end) {
  if (!hki_shadow.deferred || !has_marks(hki_shadow.deferred, at, end))
    return true;
  if (!open_shadow(&hki_shadow.ordered, 2))
    return false;
  mark_ordered(at, end);
  return true;
}

static void add_to(struct hki_update *update, uint64_t value) {
  struct hki_sum by;
  memcpy(&by, update->value, sizeof by);
  by.sum += value;
  memcpy(update->value, &by, sizeof by);
}

static void note(struct hk_spec_sum *known, struct hki_update *update) {
  known->target = update->target;
  known->sum = (unsigned long long *)(void *)update->value;
  known->order = hk_spec_order;
}

int hk_spec_add(struct hk_spec_sum *known, void *target, unsigned long bytes,
                unsigned long long value) {
  struct hki_slot *slot = hki_shadow.slot;
  unsigned long at = (unsigned long)target, end = at + bytes;
  if (hki_shadow.is_closed)
    return 0;
  if (hk_spec_add_here(target, bytes, value)) {
    struct hk_spec_site *site = hki_adds_site(at);
    if (site)
      join(site, &known->site);
    return 1;
  }
  bool is_first =
      !hki_shadow.deferred || !has_marks(hki_shadow.deferred, at, end);
  if (is_first && hki_adds_may(at, bytes)) {
    if (!leave_to_parent(&known->site, at, end))
      return 0;
    hki_adds_begin(&known->site, at, bytes, value);
    return 1;
  }
  const struct sum *sum = place_of(target);
  bool is_ordered =
      hki_shadow.ordered && has_marks(hki_shadow.ordered, at, end);
  if (sum->target == target && sum->bytes == bytes && sum->update >= first &&
      !is_ordered) {
    struct hki_update *update = &slot->updates[sum->update];
    join(update->site, &known->site);
    add_to(update, value);
    note(known, update);
    return 1;
  }
  if (!keep_order(at, end) || !leave_to_parent(&known->site, at, end))
    return 0;
  struct hki_sum by = {value, bytes};
  hki_defer(target, bytes, NULL, &by, sizeof by);
  sign(&known->site);
  put_sum(slot->update_count - 1);
  make_room();
  return 1;
}

static void add(const struct hki_update *update) {
  struct hki_sum by;
  uint64_t all = 0;
  memcpy(&by, update->value, sizeof by);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  unsigned char *low = (unsigned char *)&all + sizeof all - by.bytes;
#else
  unsigned char *low = (unsigned char *)&all;
#endif
  memcpy(low, update->target, by.bytes);
  all += by.sum;
  memcpy(update->target, low, by.bytes);
}

void hki_defer_do(const struct hki_update *update) {
  if (update->apply)
    update->apply(update->target, update->value);
  else
    add(update);
}

/* What the next segment reads of these places is right if it is what the
 * program has there. */
void hki_defer_restart(size_t first_update) {
  const struct hki_slot *slot = hki_shadow.slot;
  for (size_t i = first_update; i < slot->update_count; i++) {
    const struct hki_update *update = &slot->updates[i];
    unsigned long at = (unsigned long)update->target, end = at + update->bytes;
    if (update->bytes == 0)
      continue;
    hki_defer_do(update);
    unmark(hki_shadow.deferred, at, end);
    if (hki_shadow.ordered)
      unmark(hki_shadow.ordered, at, end);
  }
  first = slot->update_count;
  hk_spec_order++;
}
