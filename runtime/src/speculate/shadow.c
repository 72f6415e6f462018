/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/shadow.h"

#include "speculate/log.h"

#include <string.h>

struct hki_shadow hki_shadow;

/* The const object of abi_spec.h: clones only read it, and none runs before it
 * is set. */
extern unsigned char *hki_touched __asm__("__hocket_spec_touched");
unsigned char *hki_touched;

enum { GRANULE = 8, CHUNK = 4096 };

/* Not 0, which a `known` begins with. */
unsigned long hk_spec_segment = 1;

static unsigned bits_of(unsigned long address) {
  unsigned bits = 0;
  for (; address != 0; address >>= 1)
    bits++;
  return bits;
}

/* A bit for each byte up to a power of two that no address of the program
 * exceeds. On 64-bit machines that is 2^47, and more where there is more: the
 * kernel puts the stack at the end. Smaller address spaces have room for less.
 */
static unsigned long reach(bool is_small, const void *heap) {
  unsigned long here = (unsigned long)__builtin_frame_address(0);
  unsigned bits = bits_of(here | (unsigned long)heap);
  if (sizeof(void *) < 8)
    bits = 32;
  else if (bits < 47 && !is_small)
    bits = 47;
  return 1ul << (bits - 3);
}

bool hki_shadow_set_aside(void) {
  void *probe = hki_platform_set_aside(CHUNK);
  if (!probe)
    return false;
  for (int is_small = 0; is_small < 2 && !hki_shadow.room; is_small++) {
    hki_shadow.size = reach(is_small, probe);
    hki_shadow.room = hki_platform_set_aside(HKI_SHADOWS * hki_shadow.size);
  }
  hki_platform_release(probe, CHUNK);
  return hki_shadow.room != NULL;
}

/* Of memory of the child's own a chunk at a time is marked. */
static void mark_own(const struct hki_own *own, unsigned long at) {
  unsigned long begin = at / CHUNK * CHUNK, end = begin + CHUNK;
  if (begin < own->low)
    begin = own->low;
  if (end - own->low > own->bytes)
    end = own->low + own->bytes;
  memset(hki_touched + begin / GRANULE, 0xff, (end - begin) / GRANULE);
}

void hki_shadow_start(void) {
  if (!hki_platform_open(hki_shadow.room, hki_shadow.size))
    hki_leave(HKI_NOT_POSSIBLE, 0);
  hki_touched = hki_shadow.room;
  hki_shadow.deferred = hki_shadow.ordered = NULL;
  hki_log_break();
  const struct hki_own *stack = &hki_shadow.own[HKI_STACK];
  unsigned long last = stack->low + stack->bytes - 1, chunks = 16;
  for (unsigned long i = 0; i < chunks && stack->bytes > i * CHUNK; i++)
    mark_own(stack, last - i * CHUNK);
}

bool hki_shadow_close(void) {
  hki_shadow.is_closed =
      hki_platform_close(hki_shadow.room, HKI_SHADOWS * hki_shadow.size);
  return hki_shadow.is_closed;
}

void hki_shadow_open(void) {
  hki_shadow.is_closed = false;
  if (!hki_platform_open(hki_shadow.room, hki_shadow.size))
    hki_leave(HKI_NOT_POSSIBLE, 0);
}

/* The bits of half a megabyte, whose memory is taken at once: a fault for each
 * page, and one more as it is first read, takes several times as long. */
static void fill_around(unsigned long granule) {
  enum { BYTES = 1 << 19, KNOWN = 256 };
  static unsigned long known[KNOWN]; /* numbers, plus one */
  unsigned long number = granule / BYTES;
  if (known[number % KNOWN] == number + 1)
    return;
  known[number % KNOWN] = number + 1;
  hki_platform_fill(hki_touched + number * (BYTES / GRANULE), BYTES / GRANULE);
}

static void log_runs(unsigned long granule, unsigned fresh,
                     enum hki_touch how) {
  while (fresh != 0) {
    unsigned first = (unsigned)__builtin_ctz(fresh);
    unsigned count = (unsigned)__builtin_ctz(~(fresh >> first));
    hki_log(hki_shadow.slot, granule + first, count, how);
    fresh &= ~(((1u << count) - 1) << first);
  }
}

static void touch(unsigned long granule, unsigned mask, enum hki_touch how) {
  unsigned char *touched = &hki_touched[granule / GRANULE];
  unsigned fresh = mask & ~(unsigned)*touched;
  if (fresh == 0)
    return;
  for (unsigned i = 0; i < HKI_OWNS; i++)
    if (hki_is_own(i, granule)) {
      mark_own(&hki_shadow.own[i], granule);
      return;
    }
  if (hki_may_be_deferred(granule) &&
      (hki_shadow.deferred[granule / GRANULE] & fresh)) {
    hki_shadow.slot->needed = hki_place_of(granule, fresh);
    if (!hki_shadow.spoil())
      hki_leave(HKI_DEFERRED, granule);
  }
  if (hki_shadow.shared->count > 0 &&
      hki_memory_has(hki_shadow.shared, granule))
    hki_leave(HKI_SHARED, granule);
  fill_around(granule);
  *touched |= (unsigned char)fresh;
  log_runs(granule, fresh, how);
}

/* From `begin` on, the bytes that have been touched before, as far as whole
 * words of bits say so. */
static unsigned long pass_touched(unsigned long begin, unsigned long end) {
  enum { WORD = sizeof(uint64_t) };
  while (begin % GRANULE == 0 && end - begin >= GRANULE * WORD) {
    uint64_t bits;
    memcpy(&bits, &hki_touched[begin / GRANULE], WORD);
    if (bits != ~(uint64_t)0)
      break;
    begin += GRANULE * WORD;
  }
  return begin;
}

void hki_touch(const volatile void *at, size_t bytes, enum hki_touch how) {
  unsigned long begin = (unsigned long)at, end = begin + bytes;
  if (end < begin)
    hki_leave(HKI_CRASHED, begin);
  if (hki_shadow.is_closed)
    return;
  while ((begin = pass_touched(begin, end)) < end) {
    unsigned long first = begin % GRANULE, granule = begin - first;
    unsigned long last = end - granule < GRANULE ? end - granule : GRANULE;
    touch(granule, (1u << last) - (1u << first), how);
    begin = granule + last;
  }
}

/* Places may share bytes, and what is foreseen for one is not for the other. */
void hki_shadow_foresee(struct hki_place place, uint64_t number) {
  struct hki_slot *slot = hki_shadow.slot;
  unsigned long first = place.at % GRANULE;
  unsigned mask = ((1u << place.bytes) - 1) << first;
  size_t before = slot->entry_count;
  if (hki_touched[place.at / GRANULE] & mask)
    return;
  hki_log_break();
  hki_touch((const void *)place.at, place.bytes, HKI_READS);
  if (slot->entry_count == before)
    return; /* the child's own */
  hki_set_number(place, number);
  memcpy(slot->old + slot->entries[before].values, (const void *)place.at,
         place.bytes);
  hki_log_break();
}

/* All of these bytes: the bits from that of `begin` on stand in a row in words
 * of little-endian machines. Looks at bits of 64 bytes beyond. */
static bool are_touched(unsigned long begin, unsigned long end) {
  enum { AT_ONCE = 56 }; /* bits of a word, less those before the first */
  const bool is_little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  while (begin < end) {
    unsigned long most = is_little ? AT_ONCE : GRANULE - begin % GRANULE;
    unsigned long count = end - begin < most ? end - begin : most;
    uint64_t bits = hki_touched[begin / GRANULE];
    if (is_little)
      memcpy(&bits, &hki_touched[begin / GRANULE], sizeof bits);
    if (~(bits >> begin % GRANULE) & (((uint64_t)1 << count) - 1))
      return false;
    begin += count;
  }
  return true;
}

/* From `low` on. */
static bool is_row_touched(unsigned long low, unsigned long step,
                           unsigned long bytes, long long count) {
  if (step <= bytes)
    return are_touched(low, low + step * (unsigned long)(count - 1) + bytes);
  for (; count > 0; count--, low += step)
    if (!are_touched(low, low + bytes))
      return false;
  return true;
}

static bool are_rows_touched(const struct hk_spec_rows *rows, unsigned long low,
                             unsigned long bytes) {
  const unsigned long room = hki_shadow.size * GRANULE;
  unsigned long length = bytes + sizeof(uint64_t) * GRANULE;
  for (int i = 0; i < 2; i++) {
    unsigned long more, steps = (unsigned long)(rows->counts[i] - 1);
    if (__builtin_mul_overflow(rows->strides[i], steps, &more) ||
        __builtin_add_overflow(length, more, &length))
      return false;
  }
  if (low >= room || length > room - low)
    return false;
  for (long long row = 0; row < rows->counts[1]; row++)
    if (!is_row_touched(low + rows->strides[1] * (unsigned long)row,
                        rows->strides[0], bytes, rows->counts[0]))
      return false;
  return true;
}

int hk_spec_look(struct hk_spec_cover *known, unsigned long low,
                 unsigned long bytes) {
  if (are_rows_touched(&known->last, low, bytes))
    return 1;
  known->last.counts[0] = 0; /* of no place */
  return 0;
}

/* Of `known` the strides count: questions that are not looked at, and those in
 * a row that were, in vain. */
int hk_spec_look_all(struct hk_spec_cover *cover, unsigned long low,
                     unsigned long bytes) {
  struct hk_spec_rows *known = &cover->last;
  enum { MOST = 10 };
  const unsigned long room = hki_shadow.size * GRANULE;
  const unsigned long more = sizeof(uint64_t) * GRANULE; /* are_touched */
  known->counts[0] = 0;
  known->segment = hk_spec_segment;
  if (known->strides[0] > 0) {
    known->strides[0]--;
    return 0;
  }
  if (low < room && bytes + more < room - low &&
      are_touched(low, low + bytes)) {
    known->low = low;
    known->counts[0] = (long long)bytes;
    known->strides[1] = 0;
    return 1;
  }
  known->strides[0] = (1ul << known->strides[1]) - 1;
  if (known->strides[1] < MOST)
    known->strides[1]++;
  return 0;
}

void hki_shadow_disregard(const void *at, size_t bytes) {
  unsigned long begin = (unsigned long)at, end = begin + bytes;
  for (; begin < end; begin++)
    hki_touched[begin / GRANULE] |= (unsigned char)(1u << begin % GRANULE);
}

/* The touch is one more of an entry's, in a page of which it is known that it
 * is noted. */
static bool goes_on(const volatile void *place, unsigned long bytes,
                    enum hki_touch how) {
  const unsigned long at = (unsigned long)place, first = at % GRANULE;
  if (first + bytes > GRANULE)
    return false;
  unsigned char *touched = &hki_touched[at / GRANULE];
  const unsigned mask = ((1u << bytes) - 1) << first;
  if ((*touched & mask) || hki_may_be_deferred(at) ||
      hki_is_own(HKI_STACK, at) || hki_is_own(HKI_HEAP, at) ||
      !hki_log_goes_on(hki_shadow.slot, at, (unsigned)bytes, how))
    return false;
  *touched |= (unsigned char)mask;
  return true;
}

void hk_spec_first_read(const volatile void *at, unsigned long bytes) {
  if (!goes_on(at, bytes, HKI_READS))
    hki_touch(at, bytes, HKI_READS);
}

void hk_spec_first_write(const volatile void *at, unsigned long bytes) {
  if (!goes_on(at, bytes, HKI_WRITES))
    hki_touch(at, bytes, HKI_WRITES);
}

/* Their bits, of whole granules at once. */
static void forget(unsigned long at, unsigned long end) {
  for (; at < end && at % GRANULE != 0; at++)
    hki_touched[at / GRANULE] &= (unsigned char)~(1u << at % GRANULE);
  if (end - at >= GRANULE)
    memset(&hki_touched[at / GRANULE], 0, (end - at) / GRANULE);
  at += (end - at) / GRANULE * GRANULE;
  if (at < end)
    hki_touched[at / GRANULE] &= (unsigned char)~((1u << (end - at)) - 1);
}

void hki_shadow_restart(size_t first_entry) {
  const struct hki_slot *slot = hki_shadow.slot;
  hk_spec_segment++;
  hki_log_break();
  for (size_t i = first_entry; i < slot->entry_count; i++) {
    const struct hki_entry *entry = &slot->entries[i];
    const unsigned long at = hki_entry_at(entry);
    memcpy(slot->now + entry->values, (const void *)at, entry->bytes);
    forget(at, at + entry->bytes);
  }
}
