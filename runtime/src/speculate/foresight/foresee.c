/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/foresight/foresee.h"

#include "platform/platform.h"

/* Looking takes a microsecond or two for each place. */
static const double between_looks = 20e3;

void hki_foresee_enter(struct hki_foresight *foresight,
                       const struct hk_spec_loop *loop) {
  if (foresight->loop != loop) {
    *foresight = (struct hki_foresight){.loop = loop};
    return;
  }
  foresight->seen = foresight->rounds = 0;
  foresight->hopeless.count = 0;
  foresight->is_refuted = false;
  for (unsigned i = 0; i < foresight->count; i++)
    foresight->followed[i].is_of_before = true;
  foresight->state = foresight->count > 0 ? HKI_LEARNS : HKI_FORESEES_NOTHING;
}

static struct hki_followed *find(struct hki_foresight *foresight,
                                 struct hki_place place) {
  for (unsigned i = 0; i < foresight->count; i++)
    if (foresight->followed[i].place.at == place.at &&
        foresight->followed[i].place.bytes == place.bytes)
      return &foresight->followed[i];
  return NULL;
}

/* All of them, or none. */
static bool follow(struct hki_foresight *foresight,
                   const struct hki_places *places) {
  unsigned added = 0;
  for (unsigned i = 0; i < places->count; i++) {
    if (hki_has_place(&foresight->hopeless, places->each[i]))
      return false;
    added += !find(foresight, places->each[i]);
  }
  if (foresight->count + added > HKI_MOST_PLACES)
    return false;
  for (unsigned i = 0; i < places->count; i++) {
    struct hki_followed *known = find(foresight, places->each[i]);
    if (known)
      known->is_of_before = false;
    else
      foresight->followed[foresight->count++] =
          (struct hki_followed){.place = places->each[i]};
  }
  return true;
}

bool hki_foresee_learn(struct hki_foresight *foresight,
                       const struct hki_places *places, double iteration_ns) {
  enum { MOST_ROUNDS = 8 };
  if (places->count == 0 || places->count > HKI_MOST_PLACES ||
      foresight->rounds == MOST_ROUNDS || !follow(foresight, places))
    return false;
  foresight->rounds++;
  foresight->state = HKI_LEARNS;
  foresight->seen = 0;
  foresight->grain = 1;
  if (iteration_ns > 0 && iteration_ns < between_looks)
    foresight->grain = 1 + (long long)(between_looks / iteration_ns);
  return true;
}

static bool look(struct hki_followed *followed, unsigned seen) {
  struct hki_place place = followed->place;
  if (!hki_platform_is_readable(place.at, place.bytes))
    return false;
  followed->numbers[seen] = hki_number_at(place);
  return true;
}

/* The first numbers of what may be many. */
static void begin_looking(struct hki_foresight *foresight, long long at) {
  foresight->first = at;
  for (unsigned i = 0; i < foresight->count; i++) {
    foresight->followed[i].how = HKI_NO_RULE;
    foresight->followed[i].search = 3;
  }
}

/* The place is followed no more. Nothing is known of those that other entries
 * have left, and that this one may not use. */
static void drop(struct hki_foresight *foresight, unsigned which) {
  if (!foresight->followed[which].is_of_before)
    hki_add_place(&foresight->hopeless, foresight->followed[which].place);
  foresight->followed[which] = foresight->followed[--foresight->count];
}

static bool find_rule(struct hki_followed *one, unsigned seen) {
  one->how = HKI_NO_RULE;
  if (seen <= HKI_RULE_MOST &&
      hki_rule_of(&one->rule, one->numbers, seen, 8 * one->place.bytes))
    one->how = HKI_BY_RULE;
  else if (seen > HKI_RULE_MOST &&
           hki_recurrence_of(&one->recurrence, one->numbers, seen))
    one->how = HKI_BY_RECURRENCE;
  one->has_had_rule |= one->how != HKI_NO_RULE;
  return one->how != HKI_NO_RULE;
}

/* So often to look before the next search for rules. Numbers that go on by a
 * recurrence need as many as twice the bits of all that is part of it, of one
 * word up to eight. */
static unsigned next_search(const struct hki_followed *one, unsigned seen) {
  const unsigned to_be_sure = 8, twice = 2 * 8 * one->place.bytes;
  if (seen < HKI_RULE_MOST)
    return seen + 1;
  for (unsigned words = 1; words <= 8; words *= 2)
    if (words * twice + to_be_sure > seen)
      return words * twice + to_be_sure;
  return HKI_MOST_NUMBERS + 1;
}

/* The best so far, and the like, which most iterations leave as it is: there is
 * nothing to foresee. */
static bool has_stayed(const struct hki_followed *one, unsigned seen) {
  return seen >= 2 && one->numbers[seen - 1] == one->numbers[seen - 2];
}

/* A state that goes on by a recurrence hardly ever comes again. */
static bool looks_random(const struct hki_followed *one, unsigned seen) {
  for (unsigned i = 0; i < seen && i < HKI_RULE_MOST; i++)
    for (unsigned j = 0; j < i; j++)
      if (one->numbers[i] == one->numbers[j])
        return false;
  return true;
}

/* More numbers may tell a rule, and what they cost is little of the loop. */
enum outlook { MAY_COME, TOO_FEW_LEFT, NONE };

static enum outlook outlook_of(const struct hki_foresight *foresight,
                               const struct hki_followed *one, long long left) {
  const long long much = 8;
  unsigned seen = foresight->seen;
  unsigned next = next_search(one, seen < HKI_RULE_MOST ? HKI_RULE_MOST : seen);
  if (seen < HKI_RULE_MOST && hki_rule_may_come(one->numbers, seen))
    return MAY_COME;
  if (next > HKI_MOST_NUMBERS || !looks_random(one, seen))
    return NONE;
  if (left / foresight->grain / much >= (long long)next)
    return MAY_COME;
  return one->has_had_rule ? TOO_FEW_LEFT : NONE;
}

static void end_learning(struct hki_foresight *foresight) {
  for (unsigned i = 0; i < foresight->count;)
    if (foresight->followed[i].how == HKI_NO_RULE) {
      foresight->is_refuted = true;
      drop(foresight, i);
    } else {
      i++;
    }
  foresight->state = foresight->count > 0 ? HKI_FORESEES : HKI_FORESEES_NOTHING;
}

static void drop_what_stays(struct hki_foresight *foresight) {
  for (unsigned i = 0; i < foresight->count;)
    if (has_stayed(&foresight->followed[i], foresight->seen))
      drop(foresight, i);
    else
      i++;
}

/* From what has been seen. */
static void find_rules(struct hki_foresight *foresight, long long left) {
  unsigned seen = foresight->seen;
  bool is_complete = true;
  enum outlook worst = MAY_COME;
  drop_what_stays(foresight);
  for (unsigned i = 0; i < foresight->count; i++) {
    struct hki_followed *one = &foresight->followed[i];
    if (one->how != HKI_NO_RULE ||
        (seen == one->search && find_rule(one, seen)))
      continue;
    is_complete = false;
    enum outlook its = outlook_of(foresight, one, left);
    worst = its > worst ? its : worst;
    if (seen >= one->search)
      one->search = next_search(one, seen);
  }
  if (is_complete || worst == NONE)
    end_learning(foresight);
  else if (worst == TOO_FEW_LEFT) /* a longer entry may come */
    foresight->state = HKI_FORESEES_NOTHING;
}

void hki_foresee_look(struct hki_foresight *foresight, long long at,
                      long long left) {
  if (foresight->seen > 0 && at != foresight->next)
    foresight->seen = 0; /* a piece was shorter, or longer */
  if (foresight->seen == 0)
    begin_looking(foresight, at);
  foresight->next = at + foresight->grain;
  for (unsigned i = 0; i < foresight->count; i++)
    if (!look(&foresight->followed[i], foresight->seen)) {
      foresight->count = 0;
      foresight->state = HKI_FORESEES_NOTHING;
      return;
    }
  foresight->seen++;
  find_rules(foresight, left);
}

long long hki_foresee_next(const struct hki_foresight *foresight,
                           long long at) {
  if (foresight->state != HKI_FORESEES)
    return at;
  long long rest = (at - foresight->first) % foresight->grain;
  return rest == 0 ? at : at + (foresight->grain - rest);
}

long long hki_foresee_grain(const struct hki_foresight *foresight) {
  return foresight->state == HKI_FORESEES ? foresight->grain : 1;
}

/* By a rule from what is there now; by a recurrence from what was there first.
 * False: the iterations do not fit. */
static bool foresee(const struct hki_foresight *foresight,
                    const struct hki_followed *one, long long at,
                    long long start, uint64_t *number) {
  long long grain = foresight->grain, since = start - foresight->first;
  if (one->how == HKI_BY_RULE) {
    uint64_t steps = (uint64_t)((start - at) / grain);
    *number = hki_rule_after(&one->rule, hki_number_at(one->place), steps);
    return (start - at) % grain == 0;
  }
  if (since % grain != 0)
    return false;
  *number = hki_recurrence_after(&one->recurrence, one->numbers,
                                 (uint64_t)(since / grain));
  return true;
}

void hki_foresee(const struct hki_foresight *foresight, long long at,
                 long long start, struct hki_foreseen *foreseen) {
  foreseen->count = 0;
  if (foresight->state != HKI_FORESEES)
    return;
  for (unsigned i = 0; i < foresight->count; i++) {
    const struct hki_followed *one = &foresight->followed[i];
    unsigned next = foreseen->count;
    if (!hki_platform_is_readable(one->place.at, one->place.bytes) ||
        !foresee(foresight, one, at, start, &foreseen->numbers[next]))
      continue;
    foreseen->places[next] = one->place;
    foreseen->count++;
  }
}
