/* SPDX-License-Identifier: Apache-2.0
 *
 * What programs built with --profile-generate call. Pasted into their units
 * like abi.h, so without macros.
 *
 * A place is a loop, a branch or a call of the program. Its counters are the
 * unit's own static memory; the runtime adds them to the profile when the
 * program ends. Times are taken of so few runs of a place that this costs about
 * a hundredth of its time: after a short one was timed, the next `pause` are
 * not. `_shared` are for programs that may have threads of their own.
 */
#pragma once

/* The counters of one place, all 0 at first. Those that change in each run are
 * no neighbours, or compilers would put them together into vectors; and
 * volatile, or compilers would keep all of a loop nest in registers that the
 * nest needs. */
struct hk_place {
  volatile long long runs;  /* how often it was entered */
  long long timed;          /* runs that were timed, ... */
  volatile long long times; /* loop: iterations; branch: how often taken */
  long long timedTimes;     /* ... their iterations, ... */
  volatile long long pause; /* runs still to come before the next timed one */
  long long ticks;          /* ... and their time on the runtime's clock */
};

/* One function: `text` is the JSON that begins its record, `texts` that of its
 * places. Where `around` is not negative, the place is entered in each
 * iteration of that one, a loop, and does not count its runs itself. */
struct hk_profiled {
  const char *text;
  unsigned count;
  struct hk_place *places;
  const char *const *texts;
  const int *around;
};

/* One unit of the program. */
struct hk_profile {
  const char *path; /* where the profile goes if nothing else is said */
  const char *chip; /* JSON string: what the program was compiled for */
  unsigned number;  /* of the unit; they come in any order */
  unsigned count;
  const struct hk_profiled *functions;
  struct hk_profile *next; /* the runtime's */
};

/* Has the unit's counters written at exit. */
void hk_profile_add(struct hk_profile *unit) __asm__("__hocket_profile_add");

/* Never 0. */
unsigned long long hk_profile_clock(void) __asm__("__hocket_profile_clock")
    __attribute__((leaf, nothrow));

/* One run of a place, on the stack of the function. */
struct hk_visit {
  struct hk_place *place;
  long long times;
  unsigned long long start; /* 0: not timed */
};

/* So many runs after one that took `ticks` are not timed: none after a long
 * one, nor after one of the first. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_profile_pause(long long timed, long long ticks) {
  return timed < 8 ? 0 : 10000 / (ticks > 0 ? ticks + 1 : 1);
}

static __inline__ __attribute__((always_inline, unused)) struct hk_visit
hk_visit(struct hk_place *place) {
  struct hk_visit visit = {place, 0, 0};
  place->runs++;
  if (__builtin_expect(place->pause-- == 0, 0))
    visit.start = hk_profile_clock();
  return visit;
}

/* Of a place that is too small to be timed. */
static __inline__ __attribute__((always_inline, unused)) struct hk_visit
hk_visit_untimed(struct hk_place *place) {
  struct hk_visit visit = {place, 0, 0};
  place->runs++;
  return visit;
}

/* ... and whose runs are the iterations around it. */
static __inline__ __attribute__((always_inline, unused)) struct hk_visit
hk_visit_uncounted(struct hk_place *place) {
  struct hk_visit visit = {place, 0, 0};
  return visit;
}

static __inline__ __attribute__((always_inline, unused)) void
hk_leave(struct hk_visit *visit) {
  struct hk_place *place = visit->place;
  place->times += visit->times;
  if (__builtin_expect(visit->start != 0, 0)) {
    long long ticks = (long long)(hk_profile_clock() - visit->start);
    place->timed++;
    place->timedTimes += visit->times;
    place->ticks += ticks;
    place->pause = hk_profile_pause(place->timed, ticks);
  }
}

static __inline__ __attribute__((always_inline, unused)) void
hk_leave_untimed(struct hk_visit *visit) {
  visit->place->times += visit->times;
}

static __inline__ __attribute__((always_inline, unused)) void
hk_count_shared(volatile long long *counter, long long number) {
  __atomic_fetch_add(counter, number, 0);
}

static __inline__ __attribute__((always_inline, unused)) struct hk_visit
hk_visit_shared(struct hk_place *place) {
  struct hk_visit visit = {place, 0, 0};
  hk_count_shared(&place->runs, 1);
  if (__builtin_expect(__atomic_fetch_sub(&place->pause, 1, 0) == 0, 0))
    visit.start = hk_profile_clock();
  return visit;
}

static __inline__ __attribute__((always_inline, unused)) struct hk_visit
hk_visit_untimed_shared(struct hk_place *place) {
  struct hk_visit visit = {place, 0, 0};
  hk_count_shared(&place->runs, 1);
  return visit;
}

static __inline__ __attribute__((always_inline, unused)) void
hk_leave_shared(struct hk_visit *visit) {
  struct hk_place *place = visit->place;
  hk_count_shared(&place->times, visit->times);
  if (__builtin_expect(visit->start != 0, 0)) {
    long long ticks = (long long)(hk_profile_clock() - visit->start);
    hk_count_shared(&place->timedTimes, visit->times);
    hk_count_shared(&place->ticks, ticks);
    long long timed = __atomic_add_fetch(&place->timed, 1, 0);
    __atomic_store_n(&place->pause, hk_profile_pause(timed, ticks), 0);
  }
}

static __inline__ __attribute__((always_inline, unused)) void
hk_leave_untimed_shared(struct hk_visit *visit) {
  hk_count_shared(&visit->place->times, visit->times);
}
