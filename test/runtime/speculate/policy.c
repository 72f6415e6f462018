/* SPDX-License-Identifier: Apache-2.0
 *
 * When a loop is tried, and when no longer, told times that nobody measured.
 */
#include "speculate/policy.h"
#include "check.h"

static const double ms = 1e6;

/* As much as attempts may ever lose: not what these tests are about. */
static enum hki_advice learn(struct hki_history *history,
                             const struct hki_outcome *outcome) {
  struct hki_account account = {.left_ns = 1e12};
  return hki_learn(history, &account, outcome, 0);
}

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
  return learn(history, &outcome);
}

static enum hki_advice fail(struct hki_history *history,
                            enum hki_verdict verdict) {
  struct hki_outcome outcome = {.verdict = verdict,
                                .piece = 10,
                                .iterations = 10,
                                .piece_ns = 10 * ms,
                                .whole_ns = 11 * ms};
  return learn(history, &outcome);
}

static void short_rests_are_not_tried(void) {
  struct hki_history history = {.iteration_ns = 0.01 * ms};
  struct hki_plan plan;
  hki_plan(&history, 0, 100, 1, 1, &plan);
  CHECK(plan.count == 0);
  hki_plan(&history, 0, 10000, 1, 1, &plan);
  CHECK(plan.count == 1);
  CHECK(plan.starts[0] > 0 && plan.starts[0] < 10000);
}

/* As many iterations more as there were; more where the loop was long before.
 */
static void unknown_ends_are_assumed(void) {
  struct hki_history history = {.iteration_ns = 0.001 * ms};
  CHECK(hki_assumed_end(&history, 0) > 1);
  CHECK(hki_assumed_end(&history, 1000) == 2000);
  hki_learn_entry(&history, 50 * ms);
  long long end = hki_assumed_end(&history, 0);
  CHECK((double)end * history.iteration_ns >= HKI_WORTH);
  CHECK(hki_assumed_end(&history, 1000000) == 2000000);
}

/* Nothing was seen of what they are good for. */
static void loops_that_end_before_say_nothing(void) {
  struct hki_history history = {.iteration_ns = ms};
  struct hki_outcome ended = {.verdict = HKI_GOOD,
                              .piece = 10,
                              .iterations = 10,
                              .piece_ns = 10 * ms,
                              .whole_ns = 11 * ms};
  for (int i = 0; i < 20; i++)
    CHECK(learn(&history, &ended) == HKI_GO_ON);
}

static void children_begin_behind_each_other(void) {
  struct hki_history history = {.iteration_ns = ms};
  struct hki_plan plan;
  hki_plan(&history, 0, 1000, 3, 1, &plan);
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

static long long first_child(struct hki_history *history, long long at) {
  struct hki_plan plan;
  hki_plan(history, at, 1000, 1, 1, &plan);
  CHECK(plan.count == 1);
  return plan.starts[0] - at;
}

/* Iterations so long that a piece has few: the child has time for one of its
 * own, the more where nobody knows how slow it is. */
static void slow_children_begin_earlier(void) {
  struct hki_history history = {.iteration_ns = 20 * ms};
  CHECK(first_child(&history, 10) == 4);
  history.slowness = 1.2;
  CHECK(first_child(&history, 10) == 2);
  history.slowness = 2.2;
  CHECK(first_child(&history, 10) == 3);
}

/* One that was late is slower than was thought, and so slow as what it has done
 * shows. */
static void late_children_are_slower(void) {
  struct hki_history history = {.iteration_ns = ms};
  struct hki_outcome outcome = {.verdict = HKI_LATE,
                                .piece = 4,
                                .iterations = 4,
                                .piece_ns = 4 * ms,
                                .whole_ns = 4 * ms};
  CHECK(learn(&history, &outcome) == HKI_GO_ON);
  CHECK(history.slowness == 6);
  history = (struct hki_history){.iteration_ns = ms};
  outcome.passed = 3;
  CHECK(learn(&history, &outcome) == HKI_GO_ON);
  CHECK(history.slowness == 3);
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
    CHECK(learn(&history, &outcome) == HKI_GO_ON);
    CHECK(history.slowness == child[i] / ms);
  }
}

/* What counts is the time with regions, which do not run beside children. */
static void regions_gain_too(void) {
  struct hki_history history = {.iteration_ns = 0.5 * ms, .has_regions = true};
  struct hki_plan plan;
  hki_plan(&history, 0, 15, 1, 1, &plan);
  CHECK(plan.count == 0);
  hki_plan(&history, 0, 100, 1, 1, &plan);
  CHECK(plan.count == 1);
  for (int i = 0; i < 3; i++) /* 18 iterations in 10.8 ms, where 9 would do */
    CHECK(succeed(&history, 0.6) == (i < 2 ? HKI_GO_ON : HKI_TOO_LITTLE));
  CHECK(history.iteration_ns == 0.5 * ms);
}

/* As in a loop that is entered often and soon over: attempts cannot grow. */
static void brief_attempts_end(void) {
  struct hki_history history = {.iteration_ns = 0.1 * ms};
  struct hki_account account = {.left_ns = 0};
  struct hki_outcome outcome = {.verdict = HKI_GOOD,
                                .good = 1,
                                .piece = 10,
                                .iterations = 15,
                                .piece_ns = ms,
                                .whole_ns = 3 * ms,
                                .child_ns = 0.2 * ms};
  enum hki_advice advice = HKI_GO_ON;
  int attempts = 0;
  for (; advice == HKI_GO_ON && attempts < 100; attempts++)
    advice = hki_learn(&history, &account, &outcome, 0);
  CHECK(advice == HKI_TOO_LITTLE && attempts < 12);
  CHECK(history.resume > 0);
}

/* An attempt that loses so much, or gains it. */
static void lose(struct hki_history *history, struct hki_account *account,
                 double lost, unsigned long long now) {
  struct hki_outcome outcome = {.verdict = HKI_GOOD,
                                .good = 1,
                                .piece = 10,
                                .iterations = 20,
                                .piece_ns = 100 * ms,
                                .whole_ns = 200 * ms + lost,
                                .child_ns = 10 * ms};
  hki_learn(history, account, &outcome, now);
}

static void first_losses_are_forgiven(void) {
  struct hki_history history = {.iteration_ns = ms}, other = history;
  struct hki_account account = {.left_ns = HKI_CREDIT};
  lose(&history, &account, 1.5 * ms, 0);
  CHECK(history.resume == 0);
  lose(&other, &account, 1.5 * ms, 0); /* to one loop or several */
  CHECK(other.resume == (unsigned long long)(64 * ms));
}

/* Short pieces of children that were right need not be made up for; they end
 * when they have gained nothing three times. */
static void beginnings_are_forgiven(void) {
  struct hki_history history = {.iteration_ns = 0.4 * ms};
  struct hki_account account = {.left_ns = -ms};
  struct hki_outcome outcome = {.verdict = HKI_GOOD,
                                .good = 1,
                                .piece = 10,
                                .iterations = 15,
                                .piece_ns = 4 * ms,
                                .whole_ns = 9 * ms,
                                .child_ns = 0.8 * ms};
  for (int i = 0; i < 2; i++)
    CHECK(hki_learn(&history, &account, &outcome, 0) == HKI_GO_ON);
  CHECK(history.resume == 0);
  CHECK(hki_learn(&history, &account, &outcome, 0) == HKI_TOO_LITTLE);
  history = (struct hki_history){.iteration_ns = 0.4 * ms};
  outcome.verdict = HKI_CHANGED;
  hki_learn(&history, &account, &outcome, 0);
  CHECK(history.resume > 0);
}

static void losses_are_bounded(void) {
  struct hki_history history = {.iteration_ns = ms};
  struct hki_account account = {.left_ns = 0, .since = 7};
  lose(&history, &account, 60 * ms, 7);
  CHECK(history.resume == 7 + (unsigned long long)(64 * 60 * ms));
  lose(&history, &account, 1 * ms, history.resume);
  CHECK(history.resume == 7 + (unsigned long long)(64 * 61 * ms));
  account.left_ns = 0;
  history = (struct hki_history){.iteration_ns = ms};
  lose(&history, &account, 1 * ms, account.since + (unsigned)(64 * ms));
  CHECK(history.resume == 0); /* a share of the time */
}

/* Once the reason is known the next attempt need not wait for what was lost, if
 * there is much to gain, but only once. */
static void reasons_shorten_waits(void) {
  struct hki_history history = {.iteration_ns = ms};
  struct hki_account account = {.left_ns = 0};
  lose(&history, &account, 10 * ms, 0);
  unsigned long long wait = history.resume;
  CHECK(wait > 0);
  hki_forgive(&history, 70 * ms, &account);
  CHECK(history.resume == wait);
  hki_forgive(&history, 90 * ms, &account);
  CHECK(history.resume == 0);
  lose(&history, &account, 10 * ms, 0);
  CHECK(history.resume > wait);
  hki_forgive(&history, 1000 * ms, &account);
  CHECK(history.resume > wait);
}

/* What a loop has gained it may lose again, and no more than some of it. */
static void gains_pay_for_losses(void) {
  struct hki_history history = {.iteration_ns = ms};
  struct hki_account account = {.left_ns = 0};
  lose(&history, &account, -5 * ms, 0);
  lose(&history, &account, 5 * ms, 0);
  CHECK(history.resume == 0);
  lose(&history, &account, 1 * ms, 0);
  CHECK(history.resume == (unsigned long long)(64 * ms));
  history = (struct hki_history){.iteration_ns = ms};
  lose(&history, &account, -100 * ms, 0);
  lose(&history, &account, 50 * ms, 0);
  CHECK(history.resume > 0);
}

/* Early in a loop the best so far changes often: the first pauses are short,
 * later ones are not. */
static void pauses_grow(void) {
  struct hki_history history = {.iteration_ns = ms};
  unsigned long long last = 0;
  for (int i = 0; i < 7; i++) {
    CHECK(fail(&history, HKI_CHANGED) == HKI_GO_ON);
    CHECK(history.resume > last);
    last = history.resume;
    CHECK(i != 1 || (double)last < 5 * ms);
    CHECK(i != 6 || (double)last > 500 * ms);
  }
}

/* Pieces of a loop that was never wrong stay long from one entry to the next.
 */
static void entries_after_a_change_begin_short(void) {
  struct hki_history history = {.iteration_ns = ms};
  for (int i = 0; i < 6; i++)
    CHECK(succeed(&history, 0.6) == HKI_GO_ON);
  double piece = history.piece_ns;
  hki_begin_entry(&history);
  CHECK(piece > 100 * ms && history.piece_ns == piece);
  CHECK(fail(&history, HKI_CHANGED) == HKI_GO_ON);
  for (int i = 0; i < 6; i++)
    CHECK(succeed(&history, 0.6) == HKI_GO_ON);
  CHECK(history.piece_ns > 12 * ms);
  hki_begin_entry(&history);
  CHECK(history.piece_ns < 10 * ms);
  CHECK(succeed(&history, 0.6) == HKI_GO_ON);
  CHECK(history.piece_ns < 20 * ms);
}

/* Something changes every 70 ms: pieces of 60 ms would be lost more often than
 * not. Once nothing changes any more they are long. */
static void pieces_are_short_beside_changes(void) {
  struct hki_history history = {.iteration_ns = ms};
  for (int i = 0; i < 70; i++)
    CHECK((i % 7 == 6 ? fail(&history, HKI_CHANGED) : succeed(&history, 0.6)) ==
          HKI_GO_ON);
  CHECK(succeed(&history, 0.6) == HKI_GO_ON);
  CHECK(history.piece_ns > 5 * ms && history.piece_ns < 20 * ms);
  for (int i = 0; i < 40; i++)
    CHECK(succeed(&history, 0.6) == HKI_GO_ON);
  CHECK(history.piece_ns > 100 * ms);
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
  unknown_ends_are_assumed();
  loops_that_end_before_say_nothing();
  children_begin_behind_each_other();
  pieces_grow_and_shrink();
  pieces_are_short_beside_changes();
  slow_children_begin_earlier();
  late_children_are_slower();
  what_does_not_gain_is_given_up();
  what_comes_nearer_to_a_gain_goes_on();
  regions_gain_too();
  first_losses_are_forgiven();
  beginnings_are_forgiven();
  brief_attempts_end();
  reasons_shorten_waits();
  losses_are_bounded();
  gains_pay_for_losses();
  pauses_grow();
  entries_after_a_change_begin_short();
  what_fails_is_given_up();
  return 0;
}
