/* SPDX-License-Identifier: Apache-2.0
 *
 * When a loop is tried, and when no longer, told times that nobody measured.
 */
#include "speculate/policy.h"
#include "check.h"

static const double ms = 1e6;

/* An attempt whose child was right; `gain`: what the whole took of what the
 * program alone would have taken. */
static enum hki_advice succeed(struct hki_history *history, double gain) {
  struct hki_outcome outcome = {.verdict = HKI_GOOD,
                                .good = 1,
                                .piece = 10,
                                .iterations = 18,
                                .piece_ns = 10 * ms,
                                .whole_ns = 18 * ms * gain,
                                .child_ns = 1.2 * ms};
  return hki_learn(history, &outcome, 0);
}

static enum hki_advice fail(struct hki_history *history,
                            enum hki_verdict verdict) {
  struct hki_outcome outcome = {.verdict = verdict,
                                .piece = 10,
                                .iterations = 10,
                                .piece_ns = 10 * ms,
                                .whole_ns = 11 * ms};
  return hki_learn(history, &outcome, 0);
}

static void short_rests_are_not_tried(void) {
  struct hki_history history = {.iteration_ns = 0.01 * ms};
  struct hki_plan plan;
  hki_plan(&history, 0, 100, 1, &plan);
  CHECK(plan.count == 0);
  hki_plan(&history, 0, 10000, 1, &plan);
  CHECK(plan.count == 1);
  CHECK(plan.starts[0] > 0 && plan.starts[0] < 10000);
}

static void children_begin_behind_each_other(void) {
  struct hki_history history = {.iteration_ns = ms};
  struct hki_plan plan;
  hki_plan(&history, 0, 1000, 3, &plan);
  CHECK(plan.count == 3);
  CHECK(plan.starts[0] < plan.starts[1] && plan.starts[1] < plan.starts[2]);
}

static void pieces_grow_and_shrink(void) {
  struct hki_history history = {.iteration_ns = ms};
  CHECK(succeed(&history, 0.6) == HKI_GO_ON);
  double piece = history.piece_ns;
  CHECK(succeed(&history, 0.6) == HKI_GO_ON);
  CHECK(history.piece_ns > piece);
  piece = history.piece_ns;
  CHECK(fail(&history, HKI_CHANGED) == HKI_GO_ON);
  CHECK(history.piece_ns < piece);
  CHECK(history.resume > 0);
}

/* Few iterations: a child has time for one of its own. */
static void slow_children_begin_earlier(void) {
  struct hki_history history = {.iteration_ns = 5 * ms};
  struct hki_plan plan;
  hki_plan(&history, 10, 1000, 1, &plan);
  CHECK(plan.count == 1 && plan.starts[0] == 12);
  history.piece_ns = 0;
  CHECK(fail(&history, HKI_LATE) == HKI_GO_ON);
  history.iteration_ns = 5 * ms;
  hki_plan(&history, 10, 1000, 1, &plan);
  CHECK(plan.count == 1 && plan.starts[0] == 13);
  CHECK(fail(&history, HKI_LATE) == HKI_GO_ON);
  history.iteration_ns = 5 * ms;
  hki_plan(&history, 10, 1000, 1, &plan);
  CHECK(plan.starts[0] == 16);
}

static void what_does_not_gain_is_given_up(void) {
  struct hki_history history = {.iteration_ns = ms};
  CHECK(succeed(&history, 0.99) == HKI_GO_ON);
  CHECK(succeed(&history, 0.99) == HKI_GO_ON);
  CHECK(succeed(&history, 0.99) == HKI_TOO_LITTLE);
  history = (struct hki_history){.iteration_ns = ms};
  for (int i = 0; i < 3; i++) { /* the faults that come later count */
    history.after_ns = 8 * ms;
    CHECK(succeed(&history, 0.6) == (i < 2 ? HKI_GO_ON : HKI_TOO_LITTLE));
  }
}

/* A child whose iterations take less and less time is not given up. */
static void what_comes_nearer_to_a_gain_goes_on(void) {
  struct hki_history history = {.iteration_ns = ms};
  double child[] = {6 * ms, 4 * ms, 3 * ms, 2 * ms};
  for (int i = 0; i < 4; i++) {
    struct hki_outcome outcome = {.verdict = HKI_GOOD,
                                  .good = 1,
                                  .piece = 10,
                                  .iterations = 12,
                                  .piece_ns = 10 * ms,
                                  .whole_ns = 12 * ms,
                                  .child_ns = child[i]};
    CHECK(hki_learn(&history, &outcome, 0) == HKI_GO_ON);
    CHECK(history.slowness == child[i] / ms);
  }
}

/* What counts is the time with regions, which do not run beside children. */
static void regions_gain_too(void) {
  struct hki_history history = {.iteration_ns = 0.5 * ms, .has_regions = true};
  struct hki_plan plan;
  hki_plan(&history, 0, 15, 1, &plan);
  CHECK(plan.count == 0);
  hki_plan(&history, 0, 100, 1, &plan);
  CHECK(plan.count == 1);
  for (int i = 0; i < 3; i++) /* 18 iterations in 10.8 ms, where 9 would do */
    CHECK(succeed(&history, 0.6) == (i < 2 ? HKI_GO_ON : HKI_TOO_LITTLE));
  CHECK(history.iteration_ns == 0.5 * ms);
}

static void losses_are_bounded(void) {
  struct hki_history history = {.iteration_ns = ms};
  struct hki_outcome outcome = {.verdict = HKI_GOOD,
                                .good = 1,
                                .piece = 1,
                                .iterations = 2,
                                .piece_ns = 20 * ms,
                                .whole_ns = 100 * ms,
                                .child_ns = 80 * ms};
  CHECK(hki_learn(&history, &outcome, 7) == HKI_GO_ON);
  CHECK(history.resume == 7 + (unsigned long long)(50 * 60 * ms));
  history = (struct hki_history){.iteration_ns = ms};
  outcome.whole_ns = 30 * ms; /* a gain */
  CHECK(hki_learn(&history, &outcome, 7) == HKI_GO_ON && history.resume == 0);
  history = (struct hki_history){.iteration_ns = ms};
  CHECK(fail(&history, HKI_CHANGED) == HKI_GO_ON);
  CHECK(history.resume == (unsigned long long)(50 * ms));
}

static void what_fails_is_given_up(void) {
  struct hki_history history = {.iteration_ns = ms};
  int tries = 1;
  while (fail(&history, HKI_CHANGED) == HKI_GO_ON && tries < 100)
    tries++;
  CHECK(tries == 8);
  history = (struct hki_history){.iteration_ns = ms};
  tries = 1;
  while (fail(&history, HKI_STAYS) == HKI_GO_ON && tries < 100)
    tries++;
  CHECK(tries == 3);
}

int main(void) {
  short_rests_are_not_tried();
  children_begin_behind_each_other();
  pieces_grow_and_shrink();
  slow_children_begin_earlier();
  what_does_not_gain_is_given_up();
  what_comes_nearer_to_a_gain_goes_on();
  regions_gain_too();
  losses_are_bounded();
  what_fails_is_given_up();
  return 0;
}
