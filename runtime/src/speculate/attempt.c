/* SPDX-License-Identifier: Apache-2.0 */
#include "speculate/attempt.h"

#include "platform/children.h"
#include "speculate/collect.h"
#include "speculate/commit.h"
#include "team/team.h"

/* In a child: it has no regions, and runs no loop ahead. */
static void begin_child(void) {
  __atomic_store_n(&hki_process.state, HKI_CHILD, __ATOMIC_RELAXED);
  __atomic_store_n(&hki_team.state, HKI_LOST, __ATOMIC_RELAXED);
}

/* Regions that the loop comes to run sequentially as long as children have the
 * other processors. */
static void lend_team(unsigned is_lent) {
  __atomic_store_n(&hki_team.is_lent, is_lent, __ATOMIC_RELAXED);
}

unsigned hki_attempt_regions(void) {
  return __atomic_load_n(&hki_team.entered, __ATOMIC_RELAXED);
}

void hki_attempt_release(void) { lend_team(hki_process.precomputes); }

static const struct hki_history *history_of(const struct hk_spec_loop *loop) {
  return (const void *)loop->state;
}

/* Where a child has found memory changed, others will: the shorter segments
 * are, the less of them is done again. */
static struct hki_segment_plan segments_of(const struct hk_spec_loop *loop,
                                           const struct hki_history *history) {
  bool is_test = loop->always || hki_process.is_always;
  if (history->leaves_epilogues && loop->has_epilogue == HKI_AT_ONCE)
    return (struct hki_segment_plan){.cutting = HKI_EACH};
  if (is_test) {
    bool is_whole = loop->has_epilogue == HKI_LATER && history->attempts % 2;
    return (struct hki_segment_plan){
        .cutting = loop->always == 1 || is_whole ? HKI_NEVER_CUT : HKI_EACH};
  }
  if (history->has_changed || history->successes == 0)
    return (struct hki_segment_plan){HKI_BY_TIME, 20 * 1000, 8};
  return (struct hki_segment_plan){HKI_BY_TIME, 500 * 1000, 32};
}

static struct hki_task task_of(struct hk_spec_loop *loop, void *frame,
                               const struct hki_foresight *foresight) {
  const struct hki_history *history = history_of(loop);
  struct hki_process *process = &hki_process;
  return (struct hki_task){.loop = loop,
                           .segments = segments_of(loop, history),
                           .frame = frame,
                           .defers = !history->keeps_updates,
                           .leaves = history->leaves_epilogues,
                           .runs_prologues = history->runs_prologues,
                           .grain = hki_foresee_grain(foresight),
                           .memory = &process->memory,
                           .stack_end = process->stack_end,
                           .parent = process->number,
                           .processors = process->processors,
                           .processor_count = process->processor_count,
                           .begin = begin_child};
}

/* How long the parent's piece is likely to take. */
static double expected(const struct hki_attempt *attempt) {
  return (double)(attempt->middle - attempt->at) * attempt->each_ns;
}

/* The last child looks at the clock, if iterations are long: others have to
 * come to where the next one begins. */
static void set_arrival(struct hki_task *task,
                        const struct hki_attempt *attempt) {
  const double is_long = 200e3;
  if (attempt->is_patient || attempt->each_ns < is_long)
    return;
  task->each_ns = (unsigned long long)attempt->each_ns;
  task->arrival = hki_platform_clock() + (unsigned long long)expected(attempt);
}

/* A piece that takes long is run in parts, to an eighth, a quarter, a half. */
static long long next_part(const struct hki_attempt *attempt, long long here) {
  for (unsigned shift = 3; shift > 0; shift--) {
    long long part = attempt->at + ((attempt->middle - attempt->at) >> shift);
    if (part > here)
      return part;
  }
  return attempt->middle;
}

/* Nanoseconds: pieces that take less are not worth a look in their midst. */
static const double in_parts = 8e6;

void hki_attempt_begin(struct hki_attempt *attempt, struct hk_spec_loop *loop,
                       long long at, const struct hki_plan *plan, void *frame) {
  struct hki_children *children = &hki_process.children;
  struct hki_task task = task_of(loop, frame, attempt->foresight);
  children->count = children->first = 0;
  attempt->collection.has_begun = false;
  attempt->loop = loop;
  attempt->at = at;
  attempt->middle = plan->starts[0];
  attempt->each_ns = history_of(loop)->iteration_ns;
  attempt->is_wary = history_of(loop)->has_changed && !attempt->is_patient;
  attempt->is_first = history_of(loop)->successes == 0;
  attempt->is_doubted = attempt->is_first && history_of(loop)->failures > 0;
  attempt->begin = hki_platform_clock();
  attempt->modes = hki_fpu_control();
  for (unsigned i = 0; i < plan->count; i++) {
    bool is_last = i + 1 == plan->count;
    task.from = plan->starts[i];
    task.prologue = at;
    task.end = is_last ? plan->end : plan->starts[i + 1];
    hki_foresee(attempt->foresight, at, task.from, &task.foreseen);
    if (is_last)
      set_arrival(&task, attempt);
    if (!hki_children_start(children, &task))
      break;
  }
  attempt->forked = hki_platform_clock();
  attempt->faults = hki_platform_faults();
  if (children->count == 0)
    attempt->middle = at;
  else
    lend_team(1);
  bool has_parts = !attempt->is_patient && expected(attempt) >= in_parts;
  attempt->part = has_parts ? next_part(attempt, at) : attempt->middle;
}

/* A page that parent and child had together is copied when one writes to it. */
static void time_piece(const struct hki_attempt *attempt, long long at,
                       struct hki_outcome *outcome) {
  const double fault_ns = 700;
  double whole = (double)(hki_platform_clock() - attempt->forked);
  double faults = (double)(hki_platform_faults() - attempt->faults) * fault_ns;
  outcome->piece = at - attempt->at;
  outcome->piece_ns = faults < whole / 2 ? whole - faults : whole / 2;
}

static void finish(const struct hki_attempt *attempt,
                   struct hki_result *result) {
  result->outcome.iterations = result->at - attempt->at;
  result->outcome.whole_ns = (double)(hki_platform_clock() - attempt->begin);
}

static void drop(const struct hki_attempt *attempt, long long at,
                 struct hki_result *result) {
  hki_attempt_release();
  result->at = at;
  time_piece(attempt, at, &result->outcome);
  hki_children_drop(&hki_process.children);
  finish(attempt, result);
}

/* Iterations may differ much from each other: what was expected counts as many
 * of them as half of the piece. */
static void expect_anew(const struct hki_attempt *attempt, long long here) {
  double done = (double)(here - attempt->at);
  double all = (double)(attempt->middle - attempt->at), known = all / 2;
  double spent = (double)(hki_platform_clock() - attempt->forked);
  double each = (spent + known * attempt->each_ns) / (done + known);
  double left = (all - done) * each;
  hki_children_expect(&hki_process.children,
                      attempt->forked + (unsigned long long)(spent + left));
}

/* The first child cannot be right any more, and those behind it go on from what
 * it does: they are dropped. */
static bool is_lost(const struct hki_attempt *attempt, long long here,
                    struct hki_result *result) {
  struct hki_children *children = &hki_process.children;
  struct hki_slot *next = children->slots[children->first];
  unsigned segments = __atomic_load_n(&next->segment_count, __ATOMIC_ACQUIRE);
  bool has_failed = segments == 0 && hki_children_has_failed(children);
  bool is_spoiled =
      attempt->is_doubted && segments > 0 && next->segments[0].is_spoiled;
  if (!has_failed && !is_spoiled &&
      !(attempt->is_doubted && hki_peek(next, &hki_process.memory)))
    return false;
  *result = (struct hki_result){.where = next->where, .error = HKI_NO_ERROR};
  result->outcome.verdict = has_failed   ? next->verdict
                            : is_spoiled ? HKI_DEFERRED
                                         : HKI_CHANGED;
  hki_note_changed(next, 0, here == attempt->middle, result);
  drop(attempt, here, result);
  return true;
}

bool hki_attempt_go_on(struct hki_attempt *attempt, struct hki_result *result) {
  long long here = attempt->part;
  if (is_lost(attempt, here, result))
    return false;
  expect_anew(attempt, here);
  attempt->part = next_part(attempt, here);
  return true;
}

static void begin_collecting(struct hki_attempt *attempt,
                             struct hki_result *result) {
  hki_attempt_release();
  *result = (struct hki_result){.at = attempt->middle, .error = HKI_NO_ERROR};
  time_piece(attempt, attempt->middle, &result->outcome);
  attempt->collection = (struct hki_collection){.has_begun = true};
  if (!attempt->is_patient)
    hki_children_stop(&hki_process.children);
}

bool hki_attempt_end(struct hki_attempt *attempt, struct hki_result *result) {
  if (attempt->collection.has_begun) {
    result->at = attempt->part;
  } else {
    if (attempt->is_wary && is_lost(attempt, attempt->middle, result))
      return false;
    begin_collecting(attempt, result);
  }
  if (hki_collect(attempt, result))
    return true;
  finish(attempt, result);
  return false;
}

void hki_attempt_drop(struct hki_attempt *attempt, long long at,
                      struct hki_result *result) {
  if (attempt->collection.has_begun) {
    hki_children_drop(&hki_process.children);
    result->at = at;
    finish(attempt, result);
  } else {
    *result = (struct hki_result){.error = HKI_NO_ERROR};
    drop(attempt, at, result);
  }
  result->is_over = true;
}
