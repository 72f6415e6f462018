/* SPDX-License-Identifier: Apache-2.0
 *
 * What a child and its parent have together: the words by which they reach each
 * other, and what the child has noted - the bytes that it touched (log), the
 * updates that the parent is to do (updates), the text that the parent is to
 * write (output). The child writes, the parent reads when `done` says so; what
 * the child has read so far it may look at earlier.
 */
#pragma once

#include "hocket/abi_spec.h"
#include "speculate/foresight/places.h"
#include "speculate/heap/kept.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a child ended, and what became of what it did. */
enum hki_verdict {
  HKI_GOOD,         /* as far as the child knows */
  HKI_CHANGED,      /* `where` was read, and the iterations before changed it */
  HKI_DEFERRED,     /* `where` has an update that is to come, and was needed */
  HKI_GAVE_UP,      /* hk_spec_give_up */
  HKI_STAYS,        /* a block that it has allocated is not freed */
  HKI_FULL,         /* there is no room to note more */
  HKI_SHARED,       /* `where` is memory that other processes have as well */
  HKI_GONE,         /* `where` is no memory of the parent's any more */
  HKI_MODES,        /* of floating point: iterations before changed them */
  HKI_CRASHED,      /* it ended by itself */
  HKI_LATE,         /* it did not stop */
  HKI_NOT_POSSIBLE, /* it has no memory for what it has to know */
  HKI_ENDED,        /* hk_spec_ended: right, if the parent does not arrive */
};

enum hki_touch {
  HKI_WRITES,
  HKI_READS,
  HKI_ADDS /* integers, and all that is done with them is to add (adds.h) */
};

/* Bytes in a row, none beyond a page, that were first touched in this order by
 * accesses of one kind, from that on the child's own. */
struct hki_entry {
  uint64_t key;    /* the first; above it how they were touched, and how many
                      at once: these stand at multiples of that number */
  uint32_t bytes;  /* atomic: so many have their value in `old` */
  uint32_t values; /* where theirs begin in `old` and `now` */
};
enum { HKI_TOUCH_BIT = 56, HKI_WIDTH_BIT = 58 };

static inline unsigned long hki_entry_at(const struct hki_entry *entry) {
  return (unsigned long)(entry->key & (((uint64_t)1 << HKI_TOUCH_BIT) - 1));
}
static inline enum hki_touch hki_touch_of(const struct hki_entry *entry) {
  return (enum hki_touch)(entry->key >> HKI_TOUCH_BIT & 3);
}
static inline bool hki_is_read(const struct hki_entry *entry) {
  return hki_touch_of(entry) == HKI_READS;
}

/* *target op= *value, by the function of the program's; without one, *target +=
 * a sum, of integers of so many bytes. */
struct hki_sum {
  uint64_t sum, bytes; /* as the value */
};
struct hki_update {
  void *target;
  unsigned long bytes; /* of the target; 0: it is no memory that is updated */
  hk_spec_apply *apply;
  struct hk_spec_site *site; /* the statement; NULL: none of the program's */
  unsigned char value[16] __attribute__((aligned(16)));
};

/* Statements that put off what was needed. */
enum { HKI_MOST_SITES = 8 };
struct hki_sites {
  unsigned count; /* more than HKI_MOST_SITES: too many to tell */
  struct hk_spec_site *each[HKI_MOST_SITES];
};

/* What the program is to find at a place: a number from `low` to `high`, where
 * there is such an end. */
enum hki_kind { HKI_SIGNED, HKI_UNSIGNED, HKI_FLOATING };
union hki_number {
  int64_t s;
  uint64_t u;
  double f;
};
struct hki_end {
  bool is_there, is_strict; /* strict: not the end itself */
  union hki_number at;
};
struct hki_bound {
  unsigned long place;
  unsigned bytes;
  enum hki_kind kind;
  struct hki_end low, high;
};
enum { HKI_MOST_BOUNDS = 256 }; /* of a segment */

/* Iterations of a child that are judged by themselves: what it has noted from
 * the end of the segment before on. Of each byte the first touch in a segment
 * is an entry, so a segment is right or wrong whatever the ones before are. */
struct hki_segment {
  long long end; /* the iteration behind its last */
  size_t entries, updates, bounds, output, handed; /* where what it noted ends
                                                    */
  unsigned raised; /* exceptions of floating point */
  int error;       /* errno; HKI_NO_ERROR: no iteration has set it */
  bool flushes;    /* the output is not to stay in stdout's buffer */
  bool is_spoiled; /* it needed a place with an update to come: wrong */
  bool is_over;    /* the loop ended */
  bool has_blocks; /* `kept` is its */
};
enum { HKI_MOST_SEGMENTS = 2048 };

/* What a child begins with as errno: nothing sets that. */
enum { HKI_NO_ERROR = -0x5eed0e44 };

struct hki_slot {
  unsigned stop __attribute__((aligned(64))); /* the parent: no iteration more
                                                 is to begin */
  unsigned long long arrival; /* the parent: the clock at which it thinks to
                                 come to the end of its piece; 0: unknown */
  unsigned passed;            /* the child: iterations that are complete */
  unsigned done
      __attribute__((aligned(64))); /* the child: all below is there */
  enum hki_verdict verdict;
  bool flushes;         /* output of the segment that has begun */
  long long stopped;    /* the iteration that it did not begin, or ended in */
  long long iterations; /* that it ran */
  unsigned long long ns;
  unsigned long where;
  struct hki_place needed; /* HKI_DEFERRED, a spoiled segment: these bytes */
  struct hki_sites sites;  /* of all such bytes so far */
  unsigned foreseen;       /* the parent: of the first entries so many at
                              most hold what is to come, not what is there;
                              UINT_MAX: any may */
  size_t entry_count; /* atomic: those before it have their key and `old` */
  size_t value_bytes, update_count, output_size, handed_size;
  size_t heap_bytes; /* in blocks that are not freed now */
  struct hki_heap heap;
  struct hki_kept kept;
  size_t most_entries, most_values, most_updates, most_output, most_kept,
      most_handed; /* there is room for */
  size_t bound_count, most_bounds;
  unsigned segment_count; /* atomic: those before it are complete, whatever
                             becomes of the child */
  size_t ready_entries, ready_values,
      ready_updates; /* whose memory is there: the child's */
  struct hki_entry *entries;
  unsigned char *old, *now; /* values of bytes that were not written first,
                               before, and of all that were touched, in the
                               end */
  struct hki_update *updates;
  struct hki_bound *bounds;
  struct hki_segment *segments;
  char *output;
  char *handed; /* for epilogues: each struct hki_handed, then the values */
};

/* Values for the epilogue of this iteration. */
struct hki_handed {
  long long at;
  size_t bytes;
};

/* What it takes in `handed`, with its head. */
static inline size_t hki_handed_size(size_t bytes) {
  enum { ALIGNED = 8 };
  return sizeof(struct hki_handed) + (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
}

/* Makes one; NULL: there is no memory. */
struct hki_slot *hki_slot_new(void);

/* Of one, its memory. */
size_t hki_slot_bytes(void);

/* For the next child. */
void hki_slot_clear(struct hki_slot *slot);

/* Gives back most of the memory that children took, if that is much. */
void hki_slot_shrink(struct hki_slot *slot);

/* More than three quarters are full: it is time to stop. */
bool hki_slot_is_full(const struct hki_slot *slot);

/* In the child: memory for the next entries, values, or updates. One call of
 * the system takes less time than a fault for each page. */
void hki_slot_ready_entries(struct hki_slot *slot);
void hki_slot_ready_values(struct hki_slot *slot);
void hki_slot_ready_updates(struct hki_slot *slot);

/* What stands before the notes of this segment: its first ones are where these
 * end, its first iteration where these do but for the first segment's. */
struct hki_segment hki_slot_before(const struct hki_slot *slot,
                                   unsigned segment);

/* Adds one, if it is not there. */
void hki_add_site(struct hki_sites *sites, struct hk_spec_site *site);

/* In the child: it is the one of this slot. */
void hki_slot_become(struct hki_slot *slot);

/* In the child: it ends; for this reason, at this address. */
void hki_leave(enum hki_verdict verdict, unsigned long where)
    __attribute__((noreturn));
