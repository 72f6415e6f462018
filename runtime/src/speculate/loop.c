/* SPDX-License-Identifier: Apache-2.0
 *
 * Speculative loops: a process runs ahead of the program, and what it did is
 * taken over if it was right ("software behavior oriented parallelization":
 * Ding, Shen, Kelsey, Tice, Huang, Zhang, PLDI 2007; a test afterwards, of
 * loops whose independence nobody could prove: Rauchwerger, Padua, The LRPD
 * test, PLDI 1995). See docs/runtime/speculation.md.
 *
 * One loop of one thread at a time does that. It is `active` from its first
 * hk_spec_begin until its end, or until it runs as it is; loops within it run
 * as they are.
 */
#include "speculate/attempt.h"
#include "speculate/messages.h"

#include <errno.h>
#include <limits.h>

_Static_assert(sizeof(struct hki_history) <=
                   sizeof((struct hk_spec_loop *)0)->state,
               "what a loop has taught fits");

enum phase {
  BETWEEN, /* hk_spec_end has returned, and hk_spec_begin is to be called */
  TIMED,   /* a piece as it is */
  AHEAD,   /* there are children */
  PART     /* there are, and hk_spec_begin is to be called */
};

static struct {
  struct hk_spec_loop *loop; /* atomic; NULL: none */
  enum phase phase;
  bool is_timed;      /* enough iterations have been */
  bool is_over;       /* a child has come to its end */
  bool is_epilogue;   /* hk_spec_end has returned, and one is run */
  int error;          /* errno, as it is to be when hk_spec_end returns */
  unsigned long here; /* the stack */
  long long at;       /* where the piece began, or is to begin */
  long long trips;    /* where the loop is likely to end */
  bool is_open;       /* nobody knows where */
  long long piece;    /* iterations to be timed next */
  long long timed;    /* iterations, */
  unsigned long long spent, since, entered; /* and the clock */
  unsigned regions; /* that had run when a piece began to be timed */
  struct hki_attempt attempt;
  struct hki_result result;     /* of it, so far */
  struct hk_spec_loop *charged; /* of the last attempt, in any loop */
  unsigned long faults;         /* of this process when it ended */
  struct hki_account account;
  struct hki_foresight foresight;
  bool follows_updates;      /* some of what it follows has updates that
                                children put off, */
  struct hki_sites followed; /* by these statements */
} active = {.account = {.left_ns = HKI_CREDIT}};

static struct hki_history *history_of(struct hk_spec_loop *loop) {
  return (struct hki_history *)(void *)loop->state;
}

static struct hk_spec_loop *active_loop(void) {
  return __atomic_load_n(&active.loop, __ATOMIC_RELAXED);
}

static void activate(struct hk_spec_loop *loop) {
  __atomic_store_n(&active.loop, loop, __ATOMIC_RELAXED);
}

static bool is_always(const struct hk_spec_loop *loop) {
  return loop->always || hki_process.is_always;
}

/* The rest of the entry runs as it is. */
static long long leave(void) {
  activate(NULL);
  return LLONG_MAX;
}

/* Why children were wrong is known, and will not be the reason again. */
static void forgive(struct hki_history *history, long long left) {
  hki_forgive(history, (double)left * history->iteration_ns, &active.account);
}

/* Updates that children need they make themselves from now on. */
static void keep_updates(struct hki_history *history,
                         const struct hki_sites *sites, long long left) {
  if (!hki_keep_updates(history, sites->count))
    return;
  for (unsigned i = 0; i < sites->count; i++)
    sites->each[i]->keeps = 1;
  forgive(history, left);
}

static void forget_followed(void) {
  active.follows_updates = false;
  active.followed.count = 0;
}

/* They may have followed a rule. */
static void keep_followed(struct hki_history *history, long long left) {
  if (active.follows_updates)
    keep_updates(history, &active.followed, left);
  forget_followed();
}

/* The loop was over before that was clear. */
static void end_learning(struct hki_history *history) {
  if (active.foresight.state == HKI_LEARNS)
    keep_followed(history, 0);
}

/* The entry is over. */
static long long leave_over(struct hk_spec_loop *loop) {
  end_learning(history_of(loop));
  hki_end_within(history_of(loop));
  if (!is_always(loop))
    hki_learn_entry(history_of(loop),
                    (double)(hki_platform_clock() - active.entered));
  hki_children_shrink(&hki_process.children);
  return leave();
}

/* The active loop was left in some other way than by its end. */
static void abandon(void) {
  hki_attempt_release();
  hki_children_drop(&hki_process.children);
  activate(NULL);
}

/* A call from within the active loop, deeper on the stack or from its own
 * function. */
static bool is_within(const struct hk_spec_loop *loop, unsigned long here) {
  bool is_between = active.phase == BETWEEN || active.phase == PART;
  if (!active_loop() || (is_between && !active.is_epilogue))
    return false;
  return here < active.here || (here == active.here && loop != active_loop());
}

/* The same, when it is known how long iterations take. */
static long long leave_timed(struct hki_history *history, long long at,
                             long long trips) {
  double left = ((double)trips - (double)at) * history->iteration_ns;
  double spent = (double)(hki_platform_clock() - active.entered);
  hki_end_within(history);
  hki_learn_entry(history, spent + left);
  return leave();
}

/* A piece as it is, of so many iterations. Where something is foreseen, it is
 * for iterations at equal distances. */
static long long time_piece(struct hki_history *history, long long at,
                            long long trips, double iterations) {
  if (!active.is_open && iterations >= (double)trips - (double)at)
    return leave_timed(history, at, trips);
  active.phase = TIMED;
  active.regions = hki_attempt_regions();
  active.since = hki_platform_clock();
  return hki_foresee_next(&active.foresight,
                          at + (iterations < 1 ? 1 : (long long)iterations));
}

/* Pages that children have had are marked so for their parent, which takes a
 * fault for each that it writes to afterwards. */
static void charge_faults(void) {
  const double fault_ns = 700;
  if (active.charged)
    history_of(active.charged)->after_ns =
        (double)(hki_platform_faults() - active.faults) * fault_ns;
  active.charged = NULL;
}

/* Nothing more is tried. */
static long long give_up(struct hk_spec_loop *loop, enum hki_advice advice) {
  struct hki_history *history = history_of(loop);
  __atomic_store_n(&history->skip, HKI_NEVER, __ATOMIC_RELAXED);
  hki_say_advice(loop, history, advice, 0);
  return leave();
}

/* Children as planned; as it is where they are not possible. */
static long long run_ahead(struct hk_spec_loop *loop, long long at,
                           const struct hki_plan *plan, void *frame) {
  struct hki_history *history = history_of(loop);
  charge_faults();
  active.attempt.is_patient = is_always(loop);
  active.attempt.foresight = &active.foresight;
  active.attempt.middle = at;
  if (hki_process_prepare())
    hki_attempt_begin(&active.attempt, loop, at, plan, frame);
  if (active.attempt.middle != at) {
    active.phase = AHEAD;
    return active.attempt.part;
  }
  struct hki_outcome none = {.verdict = HKI_NOT_POSSIBLE};
  enum hki_advice advice =
      hki_learn(history, &active.account, &none, hki_platform_clock());
  if (advice != HKI_GO_ON)
    return give_up(loop, advice);
  hki_say_advice(loop, history, advice, 0);
  return leave();
}

/* What children were wrong about follows no rule: the next ones leave epilogues
 * to the program, or run prologues, if there are any. False: they do already.
 */
static bool turn_to_parts(struct hk_spec_loop *loop, long long left) {
  struct hki_history *history = history_of(loop);
  if (loop->has_epilogue && !history->leaves_epilogues)
    history->leaves_epilogues = true;
  else if (loop->prologue && !history->runs_prologues)
    history->runs_prologues = true;
  else
    return false;
  forgive(history, left);
  return true;
}

/* Where a child was wrong: whether there is a rule for what it needs. True: the
 * program is to run some iterations more to tell. */
static bool is_learning(struct hk_spec_loop *loop, long long at,
                        long long trips) {
  struct hki_foresight *foresight = &active.foresight;
  struct hki_history *history = history_of(loop);
  if (foresight->state != HKI_LEARNS)
    return false;
  hki_foresee_look(foresight, at, hki_left(at, trips));
  if (foresight->state == HKI_LEARNS)
    return true;
  hki_say_foresight(foresight);
  if (foresight->hopeless.count == 0) {
    forgive(history, hki_left(at, trips));
    return false;
  }
  if (!turn_to_parts(loop, hki_left(at, trips)))
    keep_followed(history, hki_left(at, trips));
  return false;
}

/* There is not enough left for an attempt; but as a loop whose end nobody knows
 * goes on, there is thought to be more. */
static long long wait_or_leave(struct hki_history *history, long long at,
                               long long trips) {
  return active.is_open
             ? time_piece(history, at, trips, (double)hki_left(at, trips))
             : leave_timed(history, at, trips);
}

static long long plan_always(struct hk_spec_loop *loop, long long at,
                             long long trips, void *frame) {
  struct hki_plan plan;
  if (hki_process.precomputes)
    return time_piece(history_of(loop), at, trips, 1);
  if (is_learning(loop, at, trips))
    return time_piece(history_of(loop), at, trips,
                      (double)active.foresight.grain);
  hki_plan_always(history_of(loop), at, trips, hki_process.most_children,
                  hki_foresee_grain(&active.foresight), &plan);
  return plan.count > 0 ? run_ahead(loop, at, &plan, frame) : leave();
}

/* Iterations are timed, or were wrong just now: as it is. */
static long long plan_next(struct hk_spec_loop *loop, long long at,
                           long long trips, void *frame) {
  struct hki_history *history = history_of(loop);
  struct hki_plan plan;
  if (!active.is_timed) {
    long long piece = active.piece;
    active.piece = 2 * piece;
    return time_piece(history, at, trips, (double)piece);
  }
  if (is_learning(loop, at, trips))
    return time_piece(history, at, trips, (double)active.foresight.grain);
  if (hki_foresee_next(&active.foresight, at) != at)
    return time_piece(history, at, trips, 1);
  if (loop->is_doubtful && active.foresight.is_refuted &&
      !(history->runs_prologues || history->leaves_epilogues))
    return give_up(loop, HKI_TOO_WRONG);
  unsigned long long now = hki_platform_clock();
  if (hki_process.precomputes && history->resume < now + HKI_WORTH)
    history->resume = now + HKI_WORTH;
  if (now < history->resume)
    return time_piece(history, at, trips,
                      (double)(history->resume - now) / history->iteration_ns);
  hki_plan(history, at, trips, hki_process.most_children,
           hki_foresee_grain(&active.foresight), &plan);
  return plan.count > 0 ? run_ahead(loop, at, &plan, frame)
                        : wait_or_leave(history, at, trips);
}

static void enter(struct hk_spec_loop *loop, long long trips,
                  unsigned long here) {
  struct hki_history *history = history_of(loop);
  hki_begin_entry(history);
  activate(loop);
  if (history->attempts == 0) /* another one may have stood there */
    active.foresight.loop = NULL;
  if (active.foresight.loop != loop)
    forget_followed();
  hki_foresee_enter(&active.foresight, loop);
  history->runs_prologues |= loop->prologue && loop->needs_prologue;
  history->leaves_epilogues |= loop->has_epilogue && loop->needs_epilogue;
  active.phase = BETWEEN;
  active.is_epilogue = false;
  active.trips = trips;
  active.is_timed = history->is_long && history->iteration_ns > 0;
  active.is_over = false;
  active.here = here;
  active.piece = 1;
  active.timed = 0;
  active.spent = 0;
  active.entered = is_always(loop) ? 0 : hki_platform_clock();
  if (active.account.since == 0)
    active.account.since = active.entered;
}

/* hk_spec_end has returned, and hk_spec_begin is called as it must be next. */
static bool goes_on_at(const struct hk_spec_loop *loop, long long at) {
  return active_loop() == loop && active.at == at &&
         (active.phase == BETWEEN || active.phase == PART);
}

static long long choose(struct hk_spec_loop *loop, long long at,
                        long long trips, void *frame, unsigned long here) {
  bool is_open = trips == HKI_OPEN;
  if (is_open)
    trips = hki_assumed_end(history_of(loop), at);
  bool is_owner = hki_process_is_owner(), has_forked;
  bool goes_on = is_owner && goes_on_at(loop, at);
  if (is_owner && is_within(loop, here)) {
    hki_learn_within(history_of(loop));
    return LLONG_MAX;
  }
  if (!goes_on && hki_left(at, trips) < 2)
    return LLONG_MAX;
  bool is_ready = hki_process_ask(&has_forked);
  if (has_forked) {
    hki_attempt_release();
    activate(NULL);
  }
  if (!is_ready) {
    if (hki_process_is_out())
      __atomic_store_n(&history_of(loop)->skip, HKI_NEVER, __ATOMIC_RELAXED);
    return LLONG_MAX;
  }
  if (!goes_on || has_forked) {
    abandon();
    enter(loop, trips, here);
    active.is_open = is_open;
  }
  active.trips = trips;
  if (active.phase == PART) {
    active.phase = AHEAD;
    return active.attempt.part;
  }
  active.at = at;
  if (active.is_over || hki_left(at, trips) < 2)
    return leave_over(loop);
  return is_always(loop) ? plan_always(loop, at, trips, frame)
                         : plan_next(loop, at, trips, frame);
}

static long long consider(struct hk_spec_loop *loop, long long at,
                          long long trips, void *frame, unsigned long here) {
  int kept = errno;
  long long end = choose(loop, at, trips, frame, here);
  errno = kept;
  return end;
}

/* Entries within need not ask, but this is the active one's next piece. */
static bool is_next(struct hk_spec_loop *loop, long long at,
                    unsigned long here) {
  return __atomic_load_n(&history_of(loop)->skip, __ATOMIC_RELAXED) !=
             HKI_NEVER &&
         hki_process_is_owner() && goes_on_at(loop, at) && here == active.here;
}

__attribute__((noinline)) long long hk_spec_begin(struct hk_spec_loop *loop,
                                                  long long at, long long trips,
                                                  void *frame) {
  unsigned long here = (unsigned long)__builtin_frame_address(0);
  if (hk_spec_skips(loop) && !is_next(loop, at, here))
    return LLONG_MAX;
  return consider(loop, at, trips, frame, here);
}

static void learn_timed(struct hk_spec_loop *loop, long long at) {
  struct hki_history *history = history_of(loop);
  active.spent += hki_platform_clock() - active.since;
  history->has_regions |= active.regions != hki_attempt_regions();
  active.timed += at - active.at;
  if (active.timed > 0)
    history->iteration_ns = (double)active.spent / (double)active.timed;
  active.is_timed |= active.spent >= HKI_MEASURE && active.timed > 0;
}

/* What the child was wrong about may follow a rule. */
static bool learn_changed(struct hk_spec_loop *loop,
                          const struct hki_result *result) {
  struct hki_history *history = history_of(loop);
  double each_ns = is_always(loop) ? 0 : history->iteration_ns;
  bool needs_updates = hki_needs_updates(history, &result->outcome);
  bool is_followed =
      hki_foresee_learn(&active.foresight, &result->changed, each_ns);
  if (needs_updates && !is_followed)
    keep_updates(history, &result->sites, hki_left(result->at, active.trips));
  if (!needs_updates || !is_followed)
    return is_followed;
  active.follows_updates = true;
  for (unsigned i = 0; i < result->sites.count && i < HKI_MOST_SITES; i++)
    hki_add_site(&active.followed, result->sites.each[i]);
  return true;
}

/* One failure more is enough: iterations are thought to depend on each other,
 * or something that they pass on by no rule is at none of their ends. */
static bool is_doubted(const struct hk_spec_loop *loop) {
  bool is_cut = loop->prologue || loop->has_epilogue;
  return loop->is_doubtful || (is_cut && active.foresight.is_refuted);
}

static void learn_ahead(struct hk_spec_loop *loop,
                        const struct hki_result *result) {
  struct hki_history *history = history_of(loop);
  enum hki_advice advice = hki_learn(history, &active.account, &result->outcome,
                                     hki_platform_clock());
  bool is_to_learn = learn_changed(loop, result);
  bool is_wrong = result->outcome.verdict == HKI_CHANGED ||
                  result->outcome.verdict == HKI_DEFERRED;
  bool has_turned = !is_to_learn && is_wrong && result->outcome.good == 0 &&
                    turn_to_parts(loop, hki_left(result->at, active.trips));
  if (is_doubted(loop) && hki_proves_doubts(&result->outcome) && !is_to_learn)
    advice = HKI_TOO_WRONG;
  if (history->leaves_epilogues && hki_is_left_most(history, &result->outcome))
    advice = HKI_TOO_LITTLE;
  if (is_always(loop) || has_turned)
    advice = HKI_GO_ON;
  if (advice != HKI_GO_ON)
    __atomic_store_n(&history->skip, HKI_NEVER, __ATOMIC_RELAXED);
  hki_say_attempt(loop, result->at - result->outcome.iterations, result);
  hki_say_advice(loop, history, advice, result->where);
  active.is_over = result->is_over;
  if (result->outcome.verdict == HKI_GOOD)
    hki_process.last_right = hki_platform_clock();
  if (result->error != HKI_NO_ERROR)
    active.error = result->error;
  active.charged = loop;
  active.faults = hki_platform_faults();
}

/* A next part of the piece. A call within may have said that the next ones need
 * not ask. */
static long long go_on(struct hk_spec_loop *loop, long long at) {
  __atomic_store_n(&history_of(loop)->skip, 0, __ATOMIC_RELAXED);
  active.phase = PART;
  return at;
}

/* A segment that a child was wrong about, as the text has it. */
static long long go_on_alone(struct hk_spec_loop *loop) {
  if (active.result.error != HKI_NO_ERROR)
    active.error = active.result.error;
  active.result.error = HKI_NO_ERROR;
  return go_on(loop, active.result.at);
}

/* Returns the iteration to go on with: alone, or, in a next part of the piece,
 * beside the children that there are. */
static long long arrive_ahead(struct hk_spec_loop *loop, long long at,
                              int is_over) {
  struct hki_attempt *attempt = &active.attempt;
  struct hki_result *result = &active.result;
  active.phase = BETWEEN;
  if (is_over || at != attempt->part)
    hki_attempt_drop(attempt, at, result);
  else if (attempt->collection.has_begun || at == attempt->middle) {
    if (hki_attempt_end(attempt, result))
      return go_on_alone(loop);
  } else if (hki_attempt_go_on(attempt, result)) {
    return go_on(loop, at);
  }
  learn_ahead(loop, result);
  return result->at;
}

static long long arrive(struct hk_spec_loop *loop, long long at, int is_over) {
  if (!hki_process_is_own()) {
    hki_attempt_release();
    return at;
  }
  if (active.phase == TIMED)
    learn_timed(loop, at);
  /* An epilogue may end the loop. */
  if (active.phase == AHEAD || (active.phase == PART && is_over)) {
    at = arrive_ahead(loop, at, is_over);
  } else {
    active.phase = BETWEEN;
  }
  active.at = at;
  if (is_over)
    leave_over(loop);
  return at;
}

int hk_spec_due(struct hk_spec_loop *loop, long long *at, void *values) {
  if (active_loop() != loop)
    return 0;
  active.is_epilogue = hki_due(&active.attempt.collection, at, values);
  return active.is_epilogue;
}

/* Calls within the loop have been answered by LLONG_MAX: this is its own. */
long long hk_spec_end(struct hk_spec_loop *loop, long long at, int is_over) {
  if (active_loop() != loop)
    return at;
  active.error = errno;
  long long next = arrive(loop, at, is_over);
  errno = active.error;
  return next;
}
