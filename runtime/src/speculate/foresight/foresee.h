/* SPDX-License-Identifier: Apache-2.0
 *
 * What iterations pass on to the next ones may follow a rule all the same: a
 * count, a place in a buffer, the state of a generator of random numbers. Where
 * a child was wrong about a few such places, the program looks at them for some
 * iterations; the next children begin with what they will hold, and are right
 * if they do (value prediction: Lipasti, Wilkerson, Shen, ASPLOS 1996; of
 * threads: Oplinger, Heine, Lam, PACT 1999).
 */
#pragma once

#include "speculate/foresight/places.h"
#include "speculate/foresight/recurrence.h"
#include "speculate/foresight/rule.h"

#include "hocket/abi_spec.h"

#include <stdbool.h>

enum hki_foresees {
  HKI_FORESEES_NOTHING,
  HKI_LEARNS, /* the places are looked at, `grain` iterations apart */
  HKI_FORESEES
};

/* Of one loop at a time. All 0 at first. */
struct hki_foresight {
  const struct hk_spec_loop *loop;
  enum hki_foresees state;
  unsigned count, seen; /* places, and how often they have been looked at */
  unsigned rounds;      /* in which something was to be learned */
  long long grain, first, next; /* iterations at which it is looked at */
  struct hki_followed {
    struct hki_place place;
    uint64_t numbers[HKI_MOST_NUMBERS];
    unsigned search;   /* numbers that there are to be at the next search */
    bool is_of_before; /* another entry's, about which no child was wrong in
                          this one */
    bool has_had_rule;
    enum { HKI_NO_RULE, HKI_BY_RULE, HKI_BY_RECURRENCE } how;
    struct hki_rule rule;
    struct hki_recurrence recurrence;
  } followed[HKI_MOST_PLACES];
  struct hki_places hopeless; /* followed no more */
  bool is_refuted; /* one of them changes in each iteration, by no rule */
};

/* The loop is entered: what is known of another one is forgotten, and this
 * one's rules have to be learned once more, maybe at other places. */
void hki_foresee_enter(struct hki_foresight *foresight,
                       const struct hk_spec_loop *loop);

/* A child was wrong about these places; an iteration takes so long. True: they
 * are looked at from now on. */
bool hki_foresee_learn(struct hki_foresight *foresight,
                       const struct hki_places *places, double iteration_ns);

/* The program comes to iteration `at`, and so many are left. What there was to
 * learn is learned when the state is HKI_LEARNS no more: a rule for each place,
 * or nothing. */
void hki_foresee_look(struct hki_foresight *foresight, long long at,
                      long long left);

/* The first iteration from this one on that is a multiple of the grain from
 * where the places were looked at. */
long long hki_foresee_next(const struct hki_foresight *foresight, long long at);

/* Children begin at a multiple of this from where the program is. */
long long hki_foresee_grain(const struct hki_foresight *foresight);

/* What the places will hold at iteration `start`, a multiple of the grain from
 * where the program is, `at`. */
void hki_foresee(const struct hki_foresight *foresight, long long at,
                 long long start, struct hki_foreseen *foreseen);
