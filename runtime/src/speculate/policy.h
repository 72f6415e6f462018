/* SPDX-License-Identifier: Apache-2.0
 *
 * When a loop runs ahead, and how far: functions of numbers alone. The first
 * iterations are timed; a loop that is worth it begins with a piece of some
 * milliseconds, and pieces grow as long as children are right. One that is
 * wrong, or does not gain, is tried less and less, and then given up.
 */
#pragma once

#include "speculate/slot.h"

#include <limits.h>

/* What a loop has taught, in hk_spec_loop::state. All 0 at first. */
struct hki_history {
  unsigned long long skip;   /* entries that need not look; HKI_NEVER: given up;
                                atomic */
  unsigned long long resume; /* the clock at which to try again */
  unsigned long long pause_ns; /* after the next failure */
  double iteration_ns;         /* in the program's text; 0: unknown */
  double slowness;  /* times that an iteration takes longer in a child; 0:
                       unknown */
  double piece_ns;  /* of the parent's next piece; 0: the first */
  double after_ns;  /* that the last attempt has cost since it ended */
  double earned_ns; /* that attempts have gained and not lost again */
  /* Since a child was right first, less of what was long ago: the time of the
   * parent's pieces, and children that found memory changed. */
  double tried_ns, changes;
  unsigned patience; /* `skip` after the next short entry */
  unsigned within;   /* entries within another active loop */
  unsigned attempts, successes;
  unsigned char shorts, failures, gainless; /* in a row */
  bool is_long, keeps_updates, has_said;    /* keeps: puts off none */
  bool leaves_epilogues;                    /* children do, to the program */
  bool runs_prologues; /* children do, of iterations before theirs */
  bool has_regions;    /* some ran while iterations were timed */
  bool has_changed;    /* a child once found memory changed */
  bool is_forgiven;    /* although too much was lost */
  unsigned char last;  /* enum hki_verdict of the last attempt */
  unsigned char kept;  /* times that updates were found not to be put off */
};

static const unsigned long long HKI_NEVER = ~0ull;

/* What attempts of all loops may lose: some at first, and a share of the time
 * (hki_learn). */
struct hki_account {
  double left_ns;           /* HKI_CREDIT at first; may be negative */
  unsigned long long since; /* the clock up to which time has been counted */
};

/* Nanoseconds. */
enum {
  HKI_MEASURE = 300 * 1000,      /* iterations are timed so long */
  HKI_WORTH = 4 * 1000 * 1000,   /* less than that is not worth it */
  HKI_BRIEF = 1000 * 1000,       /* entries that take less are short ones */
  HKI_LASTING = 5 * 1000 * 1000, /* and these long ones */
  HKI_CREDIT = 2 * 1000 * 1000
};

/* The trips of a loop of which nobody knows how many there are. */
static const long long HKI_OPEN = LLONG_MIN;

/* Where such a loop is taken to end, when it has come to iteration `at`: after
 * as many more, or as many as take a time that is worth an attempt, if it was
 * longer before. */
long long hki_assumed_end(const struct hki_history *history, long long at);

/* Iterations that are left; the greatest number if it is greater. */
static inline long long hki_left(long long at, long long trips) {
  long long left;
  return __builtin_sub_overflow(trips, at, &left) ? LLONG_MAX : left;
}

/* The multiple of `grain` that is next. */
static inline long long hki_rounded(long long iterations, long long grain) {
  long long rest = iterations % grain;
  return rest == 0 ? iterations : iterations + (grain - rest);
}

/* The loop is entered: where children have found memory changed, pieces are
 * short again. */
void hki_begin_entry(struct hki_history *history);

/* An entry of the loop that took so long, or is to. */
void hki_learn_entry(struct hki_history *history, double ns);

/* An entry while a loop around it is active, as the next ones will be: more and
 * more of them do not look. */
void hki_learn_within(struct hki_history *history);

/* The loop is not active any more: recursive entries may have said so. */
void hki_end_within(struct hki_history *history);

/* Updates by so many statements were needed; 0: nobody knows whose. True: these
 * are not to be put off any more; else none is. */
bool hki_keep_updates(struct hki_history *history, unsigned statements);

/* What children are to do: child i begins at starts[i] and ends where the next
 * begins, the last at `end`. */
enum { HKI_MOST_STARTS = 7 };
struct hki_plan {
  unsigned count; /* 0: no children */
  long long starts[HKI_MOST_STARTS];
  long long end;
};

/* For the iterations from `at` to `trips` and so many children at most, who
 * begin at multiples of `grain` iterations. Always: as tests have it, however
 * short. */
void hki_plan(const struct hki_history *history, long long at, long long trips,
              unsigned children, long long grain, struct hki_plan *plan);
void hki_plan_always(const struct hki_history *history, long long at,
                     long long trips, unsigned children, long long grain,
                     struct hki_plan *plan);

/* What became of an attempt. */
struct hki_outcome {
  enum hki_verdict verdict;    /* of the first child that failed */
  unsigned good;               /* children that were right, in part at least */
  long long piece, iterations; /* the parent's; all that are done now */
  double piece_ns, whole_ns;   /* as the text alone takes; the attempt */
  double child_ns;             /* an iteration of a child; 0: unknown */
  bool is_cut;                 /* a child stopped as it had no more room */
  unsigned passed; /* iterations that the child which failed had done */
  unsigned segments, wrong; /* of children that were judged, and found wrong */
};

enum hki_advice {
  HKI_GO_ON,
  HKI_TOO_WRONG,  /* given up: failures */
  HKI_TOO_LITTLE, /* given up: no gain */
};

/* Iterations do pass on what they change, as was thought. */
static inline bool hki_proves_doubts(const struct hki_outcome *outcome) {
  return outcome->good == 0 && outcome->verdict == HKI_CHANGED;
}

/* A child was wrong as it needed what it puts off. */
static inline bool hki_needs_updates(const struct hki_history *history,
                                     const struct hki_outcome *outcome) {
  return outcome->good == 0 && outcome->verdict == HKI_DEFERRED &&
         !history->keeps_updates;
}

/* Children who leave epilogues to the program have less to do than they leave.
 */
static inline bool hki_is_left_most(const struct hki_history *history,
                                    const struct hki_outcome *outcome) {
  return outcome->child_ns > 0 && outcome->child_ns < history->iteration_ns / 2;
}

/* Why the last attempt failed is known, and will not be the reason again: the
 * next may come at once; where too much was lost for that, once in each loop,
 * and if the rest takes many times what was.
 * \param rest_ns of the loop */
void hki_forgive(struct hki_history *history, double rest_ns,
                 const struct hki_account *account);

enum hki_advice hki_learn(struct hki_history *history,
                          struct hki_account *account,
                          const struct hki_outcome *outcome,
                          unsigned long long now);
