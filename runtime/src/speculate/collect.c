/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/collect.h"

#include "speculate/commit.h"

#include <string.h>

void hki_note_changed(const struct hki_slot *slot, unsigned segment,
                      bool has_arrived, struct hki_result *result) {
  enum hki_verdict verdict = result->outcome.verdict;
  unsigned sites = __atomic_load_n(&slot->sites.count, __ATOMIC_ACQUIRE);
  result->sites.count = sites;
  for (unsigned i = 0; i < sites && i < HKI_MOST_SITES; i++)
    result->sites.each[i] = slot->sites.each[i];
  if (verdict == HKI_CHANGED || verdict == HKI_DEFERRED)
    hki_changed(slot, segment, &hki_process.memory, has_arrived,
                &result->changed);
}

/* How long a child is waited for: three fifths of the time in which the parent
 * would do what the child has done, with the iteration that it is in the midst
 * of, and of what the parent's piece has taken. Who comes later gains little,
 * and most that are late fail. Where no child has been right yet and this one
 * is not done with its first iteration, so that nobody knows what it takes, a
 * tenth. Of short times all, as the scheduler may need some. */
static unsigned long long patience_of(const struct hki_attempt *attempt,
                                      const struct hki_slot *slot) {
  enum { LITTLE = 2 * 1000 * 1000, MUCH = 5 * 1000 * 1000 };
  enum { OF_TESTS = 2000 * 1000 * 1000 };
  unsigned long long piece = hki_platform_clock() - attempt->forked;
  if (attempt->is_patient)
    return piece / 5 * 3 < OF_TESTS ? OF_TESTS : piece / 5 * 3;
  unsigned passed = __atomic_load_n(&slot->passed, __ATOMIC_RELAXED);
  unsigned long long each =
      piece / (unsigned long long)(attempt->middle - attempt->at);
  unsigned long long worth = each * (passed + 1ull);
  worth = worth < piece ? worth : piece;
  bool is_unknown = attempt->is_first && passed == 0;
  unsigned long long least = is_unknown || worth < LITTLE ? LITTLE
                             : worth < MUCH               ? worth
                                                          : MUCH;
  worth = is_unknown ? worth / 10 : worth / 5 * 3;
  return worth < least ? least : worth;
}

/* The next child in order, if it goes on where the one before has stopped. One
 * that is late has been ended; what it did is as good. */
static bool await_next(struct hki_attempt *attempt,
                       const struct hki_result *result) {
  struct hki_children *children = &hki_process.children;
  struct hki_collection *collection = &attempt->collection;
  if (children->first == children->count ||
      children->each[children->first].from != result->at)
    return false;
  collection->slot = children->slots[children->first];
  collection->segment = 0;
  collection->is_right = false;
  collection->from = result->at;
  const struct hki_slot *slot = hki_children_await(
      children, hki_platform_clock() + patience_of(attempt, collection->slot));
  collection->ended = slot ? slot->verdict : HKI_LATE;
  collection->since = hki_platform_clock();
  return true;
}

/* To take over what the child has done, with its epilogues, takes longer than
 * the program takes to do it, as where segments are short iterations. */
static bool is_too_dear(const struct hki_attempt *attempt,
                        const struct hki_result *result) {
  const double slack = 200e3, times = 1.5;
  const struct hki_collection *collection = &attempt->collection;
  const struct hki_outcome *outcome = &result->outcome;
  double each = attempt->each_ns;
  if (outcome->piece > 0 && each * (double)outcome->piece < outcome->piece_ns)
    each = outcome->piece_ns / (double)outcome->piece;
  double alone = each * (double)(result->at - collection->from);
  double took = (double)(hki_platform_clock() - collection->since);
  return !attempt->is_patient && took > slack + times * alone;
}

static unsigned segments_of(const struct hki_slot *slot) {
  return __atomic_load_n(&slot->segment_count, __ATOMIC_ACQUIRE);
}

/* What memory there is, as it is now. */
static bool know_memory(struct hki_collection *collection) {
  if (!collection->is_known)
    collection->is_known = hki_memory_look(&hki_process.memory);
  return collection->is_known;
}

static enum hki_verdict judge(struct hki_attempt *attempt) {
  struct hki_collection *collection = &attempt->collection;
  if (!know_memory(collection))
    return HKI_NOT_POSSIBLE;
  if (!hki_fpu_is_same(attempt->modes, hki_fpu_control()))
    return HKI_MODES;
  return collection->slot->segments[collection->segment].is_spoiled
             ? HKI_DEFERRED
             : hki_validate(collection->slot, collection->segment,
                            &hki_process.memory);
}

/* Blocks that the segment has freed: their memory may be gone then. */
static bool has_freed(const struct hki_slot *slot, unsigned number) {
  size_t first = hki_slot_before(slot, number).updates;
  for (size_t i = first; i < slot->segments[number].updates; i++)
    if (slot->updates[i].bytes == 0)
      return true;
  return false;
}

static void take_over(struct hki_collection *collection,
                      struct hki_result *result) {
  const struct hki_segment *segment =
      &collection->slot->segments[collection->segment];
  collection->is_known = !has_freed(collection->slot, collection->segment);
  hki_commit(collection->slot, collection->segment);
  hki_fpu_raise(segment->raised);
  if (segment->error != HKI_NO_ERROR)
    result->error = segment->error;
  result->at = segment->end;
  result->is_over = segment->is_over;
}

/* What has been handed on by the segment that was taken over is what epilogues
 * are due for. */
static bool is_due(struct hki_collection *collection) {
  const struct hki_slot *slot = collection->slot;
  const struct hki_segment *segment = &slot->segments[collection->segment];
  collection->due =
      slot->handed + hki_slot_before(slot, collection->segment).handed;
  collection->due_end = slot->handed + segment->handed;
  return collection->due != collection->due_end;
}

bool hki_due(struct hki_collection *collection, long long *at, void *values) {
  struct hki_handed head;
  if (collection->due == collection->due_end)
    return false;
  memcpy(&head, collection->due, sizeof head);
  memcpy(values, collection->due + sizeof head, head.bytes);
  *at = head.at;
  collection->due += hki_handed_size(head.bytes);
  return true;
}

/* Segments behind this one may be right, if not most were wrong so far. */
static bool is_worth_going_on(const struct hki_attempt *attempt,
                              const struct hki_result *result) {
  enum { FEW = 4 };
  const struct hki_collection *collection = &attempt->collection;
  const struct hki_outcome *outcome = &result->outcome;
  bool has_more = collection->segment + 1 < segments_of(collection->slot);
  return has_more && (attempt->is_patient || outcome->wrong <= FEW ||
                      4 * outcome->wrong <= 3 * outcome->segments);
}

/* The segments of the child at hand; as hki_collect. `*is_done`: no more is to
 * be taken over. */
static bool collect_segments(struct hki_attempt *attempt,
                             struct hki_result *result, bool *is_done) {
  struct hki_collection *collection = &attempt->collection;
  struct hki_outcome *outcome = &result->outcome;
  struct hki_slot *slot = collection->slot;
  for (; collection->segment < segments_of(slot); collection->segment++) {
    if (is_too_dear(attempt, result)) {
      outcome->is_cut = *is_done = true;
      return false;
    }
    enum hki_verdict verdict = judge(attempt);
    outcome->segments++;
    if (verdict == HKI_GOOD) {
      take_over(collection, result);
      outcome->good += !collection->is_right;
      collection->is_right = true;
      collection->is_epilogue = is_due(collection) && !result->is_over;
      if (!collection->is_epilogue)
        continue;
      attempt->part = slot->segments[collection->segment++].end;
      return true;
    }
    outcome->verdict = verdict;
    result->where = verdict == HKI_DEFERRED ? slot->needed.at : slot->where;
    if (outcome->wrong++ == 0)
      hki_note_changed(slot, collection->segment, true, result);
    *is_done = (verdict != HKI_CHANGED && verdict != HKI_DEFERRED) ||
               !is_worth_going_on(attempt, result);
    if (*is_done)
      return false;
    attempt->part = slot->segments[collection->segment++].end;
    return true;
  }
  return false;
}

/* All its segments have been, and what they are not has to be said. */
static bool has_ended_well(const struct hki_collection *collection,
                           struct hki_result *result) {
  const struct hki_slot *slot = collection->slot;
  struct hki_outcome *outcome = &result->outcome;
  outcome->verdict = collection->ended;
  if (collection->ended != HKI_GOOD) {
    result->where = slot->where;
    outcome->passed = slot->passed;
    hki_note_changed(slot, collection->segment, true, result);
    return false;
  }
  if (outcome->child_ns <= 0 && slot->iterations > 0)
    outcome->child_ns = (double)slot->ns / (double)slot->iterations;
  outcome->is_cut |= hki_slot_is_full(slot);
  return true;
}

static bool is_mostly_right(const struct hki_outcome *outcome) {
  return 2 * outcome->wrong <= outcome->segments;
}

bool hki_collect(struct hki_attempt *attempt, struct hki_result *result) {
  struct hki_collection *collection = &attempt->collection;
  bool is_done = false;
  collection->is_known &=
      (collection->is_epilogue ? attempt->loop->epilogue_keeps_memory
                               : attempt->loop->keeps_memory) != 0;
  collection->is_epilogue = false;
  for (;;) {
    if (!collection->slot && !await_next(attempt, result))
      break;
    if (collect_segments(attempt, result, &is_done))
      return true;
    if (is_done || !has_ended_well(collection, result))
      break;
    collection->slot = NULL;
  }
  if (result->outcome.verdict == HKI_GOOD && is_mostly_right(&result->outcome))
    result->changed.count = 0; /* no rule is worth the time to look for it */
  hki_children_drop(&hki_process.children);
  return false;
}
