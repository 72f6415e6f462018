/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/segment.h"

#include "platform/platform.h"
#include "speculate/adds.h"
#include "speculate/bounds.h"
#include "speculate/defer.h"
#include "speculate/shadow.h"

#include "arch.h"

#include <errno.h>

static struct {
  struct hki_segment_plan plan;
  size_t first_entry, first_update;
  size_t first_note; /* of its notes */
  size_t first_add;  /* of the entries whose bytes may have an update to come */
  bool is_spoiled;
  unsigned long long begun, segment_begun, looked; /* the clock */
  unsigned long long mid; /* the clock when the segment had */
  size_t mid_notes;       /* so many */
  unsigned next, step; /* iterations: when to look at it, and how far apart */
  size_t notes;        /* or when there are so many */
} self;

/* No byte has an update to come any more. */
static void make_updates(void) {
  hki_defer_restart(self.first_update);
  hki_adds_restart(self.first_add);
  self.first_add = hki_shadow.slot->entry_count;
}

/* The segment needs bytes that have an update to come: it is wrong, and its
 * updates are made in the child's memory. False: it is the only one. */
static bool spoil(void) {
  hki_defer_tell(hki_shadow.slot->needed);
  if (self.plan.cutting == HKI_NEVER_CUT)
    return false;
  self.is_spoiled = true;
  make_updates();
  self.first_update = hki_shadow.slot->update_count;
  return true;
}

void hki_segments_start(const struct hki_segment_plan *plan) {
  self.plan = *plan;
  self.first_entry = self.first_update = self.first_note = self.first_add = 0;
  self.is_spoiled = false;
  hki_shadow.spoil = spoil;
  self.begun = self.segment_begun = self.mid = self.looked =
      hki_platform_clock();
  self.mid_notes = 0;
  self.next = self.step = 1;
  self.notes = 0;
  errno = HKI_NO_ERROR;
}

/* All is said before the number that counts it. */
void hki_segment_end(long long at, bool is_over) {
  struct hki_slot *slot = hki_shadow.slot;
  unsigned raised = hki_fpu_raised();
  int error = errno;
  hki_shadow_restart(self.first_entry);
  slot->segments[slot->segment_count] =
      (struct hki_segment){.end = at,
                           .entries = slot->entry_count,
                           .updates = slot->update_count,
                           .bounds = slot->bound_count,
                           .output = slot->output_size,
                           .handed = slot->handed_size,
                           .raised = raised,
                           .error = error,
                           .flushes = slot->flushes,
                           .is_spoiled = self.is_spoiled,
                           .is_over = is_over,
                           .has_blocks = slot->kept.bytes > 0};
  __atomic_store_n(&slot->segment_count, slot->segment_count + 1,
                   __ATOMIC_RELEASE);
}

/* Sixteen bytes of an entry take as long as another one. */
static size_t notes_of(const struct hki_slot *slot) {
  return slot->entry_count + slot->value_bytes / 16 + slot->update_count;
}

static void begin_next(void) {
  struct hki_slot *slot = hki_shadow.slot;
  make_updates();
  hki_bounds_restart();
  self.first_entry = slot->entry_count;
  self.first_update = slot->update_count;
  self.first_note = notes_of(slot);
  slot->flushes = self.is_spoiled = false;
  hki_fpu_adopt(hki_fpu_control()); /* no exception is raised */
  errno = HKI_NO_ERROR;
}

/* The clock is looked at some times in a segment of the least length. Of
 * iterations that take much longer than those before, notes tell. */
static void choose_next(const struct hki_slot *slot, unsigned long long now) {
  enum { MANY = 32, MOST = 1 << 20 };
  unsigned long long since = now - self.looked, wanted = self.plan.least_ns / 4;
  if (since < wanted / 2 && self.step < MOST)
    self.step *= 2;
  else if (since > 2 * wanted)
    self.step = (unsigned)(self.step * wanted / since) + 1;
  self.looked = now;
  self.next = slot->passed + self.step;
  self.notes = notes_of(slot) + MANY;
}

/* Notes of the segment's first part beyond what it notes all the time: of what
 * iterations touch again and again, which the next segment notes once more. */
static size_t repeated(size_t notes, unsigned long long now) {
  const unsigned long long first = self.mid - self.segment_begun;
  const unsigned long long second = now - self.mid;
  if (first == 0 || second == 0)
    return notes;
  unsigned long long usual = (notes - self.mid_notes) * first / second;
  return usual < self.mid_notes ? self.mid_notes - (size_t)usual : 0;
}

/* The first part ends at a quarter to half of the time. */
static void move_middle(size_t notes, unsigned long long now) {
  if (self.mid != self.segment_begun &&
      now - self.segment_begun < 4 * (self.mid - self.segment_begun))
    return;
  self.mid = now;
  self.mid_notes = notes;
}

/* And there is room for so many segments. */
static bool is_long_enough(const struct hki_slot *slot,
                           unsigned long long now) {
  enum { NOTE_NS = 25, END_NS = 5, CHEAP = 8 };
  size_t notes = notes_of(slot) - self.first_note;
  unsigned long long took = now - self.segment_begun;
  bool is = took >= self.plan.least_ns &&
            took >= (now - self.begun) / (HKI_MOST_SEGMENTS / 4) &&
            took >= (unsigned long long)notes * END_NS * CHEAP &&
            took >= (unsigned long long)repeated(notes, now) * NOTE_NS *
                        self.plan.cheapness;
  move_middle(notes, now);
  return is;
}

static bool is_time(const struct hki_slot *slot) {
  if (slot->passed < self.next && notes_of(slot) < self.notes)
    return false;
  unsigned long long now = hki_platform_clock();
  choose_next(slot, now);
  if (!is_long_enough(slot, now))
    return false;
  self.segment_begun = self.mid = now;
  self.mid_notes = 0;
  return true;
}

bool hki_segments_may_end(const struct hki_slot *slot) {
  return slot->heap_bytes == 0 && slot->segment_count + 1 < HKI_MOST_SEGMENTS;
}

void hki_segments_pass(long long at) {
  struct hki_slot *slot = hki_shadow.slot;
  if (self.plan.cutting == HKI_NEVER_CUT || !hki_segments_may_end(slot))
    return;
  if (self.plan.cutting == HKI_EACH || self.is_spoiled || is_time(slot)) {
    hki_segment_end(at, false);
    begin_next();
  }
}
