/* SPDX-License-Identifier: Apache-2.0
 *
 * Children that are looked at before the program's piece is over, and those
 * that stop as another iteration would be over too late. Which of both comes
 * first is known: no clock decides.
 */
#include "check.h"

#include "speculate/attempt.h"

enum { MIDDLE = 16 };

static int seen, written;
static struct hk_spec_loop loop;
static struct hki_history *history;
static bool was_wrong;  /* a child of the loop before */
static bool is_doubted; /* the last attempts failed */

static void stay(void) {
  for (volatile int i = 0;; i++)
    ;
}

static void read_and_stay(void *unused, long long from) {
  (void)unused;
  (void)from;
  hk_spec_read(&seen, sizeof seen);
  hk_spec_write(&written, sizeof written);
  stay();
}

static void give_up(void *unused, long long from) {
  (void)unused;
  (void)from;
  hk_spec_give_up();
}

static void go_on(void *unused, long long from) {
  (void)unused;
  while (hk_spec_next(++from))
    ;
}

static struct hki_slot *slot_of_first(void) {
  return hki_process.children.slots[0];
}

static const struct hki_foresight nothing;

/* A child of a loop whose iterations are so long that a piece has parts. */
static void begin(struct hki_attempt *attempt, hk_spec_body *body) {
  const struct hki_plan plan = {1, {MIDDLE}, LLONG_MAX};
  loop = (struct hk_spec_loop){.name = "early", .body = body};
  history->iteration_ns = 1e6;
  history->has_changed = was_wrong;
  history->failures = is_doubted;
  *attempt = (struct hki_attempt){.foresight = &nothing};
  hki_attempt_begin(attempt, &loop, 0, &plan, NULL);
  CHECK(attempt->middle == MIDDLE && attempt->part == MIDDLE / 8);
}

static void wait_for_reads(void) {
  while (__atomic_load_n(&slot_of_first()->entry_count, __ATOMIC_ACQUIRE) < 2)
    ;
}

/* Nothing has changed at an eighth; at a quarter it has. */
static void changes_are_seen(void) {
  struct hki_attempt attempt;
  struct hki_result result;
  is_doubted = true;
  begin(&attempt, read_and_stay);
  wait_for_reads();
  written++; /* the child does not read it */
  CHECK(hki_attempt_go_on(&attempt, &result));
  CHECK(attempt.part == MIDDLE / 4);
  seen++;
  CHECK(!hki_attempt_go_on(&attempt, &result));
  CHECK(result.at == MIDDLE / 4 && !result.is_over);
  CHECK(result.outcome.verdict == HKI_CHANGED && result.outcome.good == 0);
  CHECK(result.outcome.iterations == MIDDLE / 4);
  CHECK(result.where == ((unsigned long)&seen & ~7ul));
  CHECK(hki_process.children.count == 0);
}

/* Of a child that is the first, segments behind the one that is wrong may be
 * right. */
static void first_children_go_on(void) {
  struct hki_attempt attempt;
  struct hki_result result;
  is_doubted = false;
  begin(&attempt, read_and_stay);
  wait_for_reads();
  seen++;
  CHECK(hki_attempt_go_on(&attempt, &result));
  hki_attempt_drop(&attempt, MIDDLE / 4, &result);
}

static void parts_end_with_the_piece(void) {
  struct hki_attempt attempt;
  struct hki_result result;
  begin(&attempt, read_and_stay);
  while (attempt.part != MIDDLE)
    CHECK(hki_attempt_go_on(&attempt, &result));
  hki_attempt_drop(&attempt, MIDDLE, &result);
}

/* Nobody waits for a child that cannot be right, where that is likely. */
static void changes_are_seen_at_the_end(void) {
  struct hki_attempt attempt;
  struct hki_result result;
  was_wrong = is_doubted = true;
  begin(&attempt, read_and_stay);
  wait_for_reads();
  while (attempt.part != MIDDLE)
    CHECK(hki_attempt_go_on(&attempt, &result));
  seen++;
  hki_attempt_end(&attempt, &result);
  CHECK(result.outcome.verdict == HKI_CHANGED && result.at == MIDDLE);
}

static void failures_are_seen(void) {
  struct hki_attempt attempt;
  struct hki_result result;
  begin(&attempt, give_up);
  while (!__atomic_load_n(&slot_of_first()->done, __ATOMIC_ACQUIRE))
    ;
  CHECK(!hki_attempt_go_on(&attempt, &result));
  CHECK(result.outcome.verdict == HKI_GAVE_UP);
}

/* The program is thought to have arrived long ago. */
static void children_stop_in_time(void) {
  const struct hki_process *process = &hki_process;
  struct hki_children *children = &hki_process.children;
  struct hki_task task = {.loop = &loop,
                          .from = 5,
                          .end = LLONG_MAX,
                          .arrival = 1,
                          .each_ns = 1,
                          .memory = &hki_process.memory,
                          .stack_end = process->stack_end,
                          .parent = process->number};
  loop = (struct hk_spec_loop){.name = "in time", .body = go_on};
  task.begin = hki_attempt_release;
  CHECK(hki_children_start(children, &task));
  const struct hki_slot *slot =
      hki_children_await(children, hki_platform_clock() + 60000000000ull);
  CHECK(slot && slot->verdict == HKI_GOOD && !hki_slot_is_full(slot));
  CHECK(slot->iterations == 1 && slot->stopped == 6 &&
        !slot->segments[0].is_over);
  hki_children_drop(children);
}

int main(void) {
  bool has_forked;
  if (hk_cores() < 2)
    return 77;
  setenv("HOCKET_CORES", "2", 1);
  unsetenv("HOCKET_SPECULATE");
  history = (struct hki_history *)(void *)loop.state;
  if (!hki_process_ask(&has_forked) || !hki_process_prepare())
    return 77;
  changes_are_seen();
  first_children_go_on();
  parts_end_with_the_piece();
  changes_are_seen_at_the_end();
  failures_are_seen();
  children_stop_in_time();
  return 0;
}
