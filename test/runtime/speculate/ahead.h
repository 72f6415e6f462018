/* SPDX-License-Identifier: Apache-2.0
 *
 * Speculative loops as the compiler writes them, by hand: the loop's text, and
 * its clone with marks. Tests have two processes, which share the iterations in
 * a way that is known: an attempt has a piece for the parent and one for the
 * child, of 1, 2, 4, ... iterations, and of a quarter of those left at most.
 */
#pragma once

#include "check.h"

#include "hocket/abi_spec.h"
#include "speculate/policy.h"

#include <string.h>

#define R(E)                                                                   \
  (*({                                                                         \
    __auto_type at_ = &(E);                                                    \
    hk_spec_read(at_, sizeof *at_);                                            \
    at_;                                                                       \
  }))
#define W(E, V)                                                                \
  do {                                                                         \
    __auto_type at_ = &(E);                                                    \
    __typeof__(*at_) value_ = (V);                                             \
    hk_spec_write(at_, sizeof *at_);                                           \
    *at_ = value_;                                                             \
  } while (0)

typedef void iteration(void *frame, long long at);

/* Whose iterations they are: `text` in the parent, `clone` in children. */
struct ahead {
  struct hk_spec_loop loop; /* first: the clone finds the rest by it */
  iteration *text, *clone;
};

static struct ahead *running;
static long long running_trips;

__attribute__((unused)) static void body(void *frame, long long from) {
  for (long long at = from; at < running_trips;) {
    running->clone(frame, at);
    if (!hk_spec_next(++at))
      return;
  }
}

static inline struct hki_history *history_of(struct ahead *ahead) {
  return (struct hki_history *)(void *)ahead->loop.state;
}

/* The loop; text and clone end the program alike if they end it. */
static inline void run_ahead(struct ahead *ahead, void *frame,
                             long long trips) {
  struct hk_spec_loop *loop = &ahead->loop;
  struct ahead *outer = running;
  long long at = 0, outer_trips = running_trips;
  int over = 0;
  running = ahead;
  running_trips = trips;
  while (!over) {
    long long end = hk_spec_begin(loop, at, trips, frame);
    while (at < end && !(over = !(at < trips)))
      ahead->text(frame, at++);
    if (end == LLONG_MAX)
      break;
    at = hk_spec_end(loop, at, over);
  }
  CHECK(at == trips);
  running = outer;
  running_trips = outer_trips;
}

/* One that is tried however short it is. */
#define AHEAD(NAME, TEXT, CLONE)                                               \
  static struct ahead NAME = {                                                 \
      {.name = #NAME, .body = body, .always = 1}, TEXT, CLONE}

/* All attempts went well, and there were some. */
static inline void check_right(struct ahead *ahead) {
  const struct hki_history *history = history_of(ahead);
  if (history->successes == 0 || history->successes != history->attempts)
    fprintf(stderr, "%s: %u of %u, last %u\n", ahead->loop.name,
            history->successes, history->attempts, history->last);
  CHECK(history->successes > 0 && history->successes == history->attempts);
}

/* None went well; the last ended so. */
static inline void check_wrong(struct ahead *ahead, enum hki_verdict verdict) {
  const struct hki_history *history = history_of(ahead);
  if (history->successes != 0 || history->last != verdict)
    fprintf(stderr, "%s: %u of %u, last %u\n", ahead->loop.name,
            history->successes, history->attempts, history->last);
  CHECK(history->attempts > 0 && history->successes == 0);
  CHECK(history->last == verdict);
}

/* Two processes; a test without them cannot be tried. */
static inline void begin_test(void) {
  if (hk_cores() < 2)
    exit(77);
  setenv("HOCKET_CORES", "2", 1);
  unsetenv("HOCKET_SPECULATE");
}
