/* SPDX-License-Identifier: Apache-2.0
 *
 * In a child: which bytes it has touched, a bit for each in memory that stands
 * in the same order ("shadow memory": Nethercote and Seward, How to shadow
 * every byte of memory used by a program, VEE 2007). The first touch of a byte
 * is logged; the clone's own text looks at the bits (hk_spec_read), and comes
 * here where there is a first time.
 */
#pragma once

#include "speculate/memory.h"
#include "speculate/slot.h"

/* Memory that the child has for itself: its part of the stack, its heap. */
struct hki_own {
  unsigned long low, bytes;
};

enum { HKI_STACK, HKI_HEAP, HKI_OWNS };

enum { HKI_SHADOWS = 4 }; /* the last: adds.h */

struct hki_shadow {
  unsigned char *deferred; /* likewise, of bytes with an update to come; NULL
                              before the first */
  uint64_t deferred_pages[64]; /* bits: pages with such bytes, and others with
                                  the same last bits of their number */
  unsigned char *ordered;      /* likewise, of those that have one whose order
                                  among others matters */
  unsigned char *room;         /* for all, behind each other */
  unsigned long size;          /* of each */
  struct hki_slot *slot;
  bool is_closed;
  struct hki_own own[HKI_OWNS];
  struct hki_memory *shared; /* memory that a child must not touch */
  bool (*spoil)(void); /* bytes with an update to come are needed; false: the
                          child is to end */
};

extern struct hki_shadow hki_shadow;

/* In the parent, before there are children: where their bits are to be, and the
 * program's memory never. False: there is no room. */
bool hki_shadow_set_aside(void);

/* In the child, before its first iteration; hki_shadow is set but for what is
 * found here. */
void hki_shadow_start(void);

/* In the child, before its first iteration: nothing is noted, and the bits
 * cannot be written. False: that is not possible. Then as before. */
bool hki_shadow_close(void);
void hki_shadow_open(void);

/* Before these bytes are read or written. */
void hki_touch(const volatile void *at, size_t bytes, enum hki_touch how);

/* Before the first iteration: the place will hold this number when the parent
 * comes there. Counts as read. */
void hki_shadow_foresee(struct hki_place place, uint64_t number);

/* These bytes are the child's own from now on, whatever they were. */
void hki_shadow_disregard(const void *at, size_t bytes);

/* The bit of a page, and the word it is in. */
static inline uint64_t hki_page_bit(unsigned long at) {
  return (uint64_t)1 << (at >> 12 & 63);
}
static inline uint64_t *hki_page_word(unsigned long at) {
  return &hki_shadow.deferred_pages[at >> 18 & 63];
}

/* Bytes of this page may have an update to come. Asking the bits themselves
 * would take memory for them. */
static inline bool hki_may_be_deferred(unsigned long at) {
  return (*hki_page_word(at) & hki_page_bit(at)) != 0;
}

static inline bool hki_is_own(unsigned which, unsigned long at) {
  return at - hki_shadow.own[which].low < hki_shadow.own[which].bytes;
}

/* The values that the bytes of these entries have now are logged, and the bytes
 * are untouched again. */
void hki_shadow_restart(size_t first_entry);
