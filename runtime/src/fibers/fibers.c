/* SPDX-License-Identifier: Apache-2.0
 *
 * Each fiber but the thread's first has a stack of its own, a coroutine; the
 * first one runs on the thread's. Fibers are made once and run a core of one
 * region after the other. One that cannot go on looks for one that can: that
 * has not begun, or whose wait is over, in order of their numbers, so that each
 * is let in. If there is none, the thread waits for all of them at once.
 *
 * In a region a fiber stays on its thread. Between regions it may be another
 * one that enters and finds the coroutines of the first: so what is local to
 * threads is looked up anew after each jump (`take_up`).
 */
#include "fibers/fibers.h"

#include "arch.h" /* arch/NAME/arch.h */
#include "platform/platform.h"
#include "trace/record.h"
#include "waits/strategy.h"
#include "waits/waiter.h"
#include "waits/waiting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum state { HAS_ENDED, IS_NEW, RUNS, WAITS };

struct fiber {
  struct hki_coroutine coroutine;
  struct hki_fibers *fibers;
  unsigned number; /* among those of the thread */
  enum state state;
  const struct hki_awaited *awaited;
  /* What belongs to a thread in C belongs to a fiber; here while others run. */
  int error; /* errno */
  struct hki_fpu fpu;
  unsigned raised; /* floating-point exceptions */
  struct hk_trace *trace;
};

struct hki_fibers {
  struct hki_waiter waiter; /* first: waits hand over to it */
  void (*run)(void *context, unsigned number);
  void *context;
  unsigned count;             /* of those that run now: the first ones */
  unsigned current, next;     /* numbers */
  const struct fiber *before; /* who ran before the current one */
  unsigned left;              /* that have not ended */
  unsigned room;
  struct fiber **all; /* the first one has the thread's own stack */
};

static void run_fiber(struct fiber *fiber) {
  struct hki_fibers *fibers = fiber->fibers;
  fiber->state = RUNS;
  fibers->run(fibers->context, fiber->number);
  fiber->state = HAS_ENDED;
  fibers->left--;
}

/* The first one of a thread, having ended, waits for the others. */
static bool can_go_on(const struct hki_fibers *fibers, unsigned number) {
  const struct fiber *fiber = fibers->all[number];
  switch (fiber->state) {
  case IS_NEW:
    return true;
  case WAITS:
    return fiber->awaited->is_over(fiber->awaited->what);
  case HAS_ENDED:
    return number == 0 && fibers->left == 0;
  case RUNS:
    break;
  }
  return false;
}

/* The current one comes last. */
static bool find_next(void *context) {
  struct hki_fibers *fibers = context;
  unsigned count = fibers->count, next = fibers->current;
  do {
    next = next + 1 < count ? next + 1 : 0;
    if (can_go_on(fibers, next)) {
      fibers->next = next;
      return true;
    }
  } while (next != fibers->current);
  return false;
}

/* The words that the thread waits for, and what they hold. */
struct words {
  const unsigned *at[HKI_MOST_WORDS];
  unsigned seen[HKI_MOST_WORDS];
  unsigned count; /* there may be more than have room */
};

static void add_word(struct words *words, const unsigned *word) {
  if (word && words->count < HKI_MOST_WORDS) {
    words->at[words->count] = word;
    words->seen[words->count] = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    words->count++;
  } else { /* one that cannot be slept on: for a moment at most */
    words->count = HKI_MOST_WORDS + 1;
  }
}

static void count_sleepers(const struct hki_fibers *fibers,
                           unsigned difference) {
  for (unsigned i = 0; i < fibers->count; i++)
    if (fibers->all[i]->state == WAITS)
      __atomic_fetch_add(fibers->all[i]->awaited->sleepers, difference,
                         __ATOMIC_SEQ_CST);
}

/* As in waits/flag.c, a sleeper counts itself before it looks. */
static void sleep_until_next(struct hki_fibers *fibers) {
  unsigned long long before = hki_platform_clock();
  count_sleepers(fibers, 1);
  for (;;) {
    struct words words = {.count = 0};
    for (unsigned i = 0; i < fibers->count; i++)
      if (fibers->all[i]->state == WAITS)
        add_word(&words, fibers->all[i]->awaited->word);
    if (find_next(fibers))
      break;
    hki_check_orphan();
    hki_platform_sleep_any(words.at, words.seen, words.count);
  }
  count_sleepers(fibers, -1u);
  hki_wait_slept(before);
}

static void await_next(struct hki_fibers *fibers) {
  if (find_next(fibers))
    return;
  bool forever = hki_never_sleeps();
  unsigned spin = forever ? (unsigned)HKI_SPIN : hki_usual_spin();
  while (!hki_look_awake(find_next, fibers, spin)) {
    if (!forever) {
      sleep_until_next(fibers);
      return;
    }
    hki_check_orphan();
  }
}

/* Before a jump, and after it. Not inlined: the thread may be another one then.
 */
static __attribute__((noinline)) void lay_down(struct fiber *fiber) {
  fiber->error = errno;
  fiber->fpu = hki_fpu_control();
  fiber->raised = hki_fpu_raised();
  fiber->trace = hki_own_trace;
  hki_own_trace = NULL; /* the next one may have none */
}

/* `before` is who has laid down last. Changing modes takes time, and mostly all
 * cores have the same. */
static __attribute__((noinline)) void take_up(const struct fiber *fiber,
                                              const struct fiber *before) {
  errno = fiber->error;
  hki_own_trace = fiber->trace;
  if (fiber->raised == before->raised &&
      memcmp(&fiber->fpu, &before->fpu, sizeof fiber->fpu) == 0)
    return;
  hki_fpu_adopt(fiber->fpu);
  hki_fpu_raise(fiber->raised);
}

/* The calling fiber cannot go on; returns when it can. */
static void pass(struct hki_fibers *fibers) {
  struct fiber *self = fibers->all[fibers->current];
  /* A child of this fiber: the others are not its own to go on with. */
  if (hki_is_orphan())
    hki_check_orphan();
  await_next(fibers);
  if (fibers->next == fibers->current)
    return;
  lay_down(self);
  fibers->before = self;
  fibers->current = fibers->next;
  hki_platform_jump(&self->coroutine, &fibers->all[fibers->next]->coroutine);
  take_up(self, fibers->before);
}

/* On a stack of its own. */
static void live(void *argument) {
  struct fiber *fiber = argument;
  for (;;) {
    run_fiber(fiber);
    pass(fiber->fibers);
  }
}

static void wait(struct hki_waiter *waiter, const struct hki_awaited *awaited) {
  struct hki_fibers *fibers = (struct hki_fibers *)waiter;
  struct fiber *self = fibers->all[fibers->current];
  self->awaited = awaited;
  self->state = WAITS;
  pass(fibers);
  self->state = RUNS;
}

/* What the fibers but the first have raised. */
static unsigned raised_by_others(const struct hki_fibers *fibers) {
  unsigned raised = 0;
  for (unsigned i = 1; i < fibers->count; i++)
    raised |= fibers->all[i]->raised;
  return raised;
}

void hki_fibers_run(struct hki_fibers *fibers, unsigned count,
                    void (*run)(void *context, unsigned number),
                    void *context) {
  fibers->waiter.wait = wait;
  fibers->run = run;
  fibers->context = context;
  fibers->count = count;
  fibers->current = 0;
  fibers->left = count;
  for (unsigned i = 0; i < count; i++)
    fibers->all[i]->state = IS_NEW;
  hki_own_waiter = &fibers->waiter;
  run_fiber(fibers->all[0]);
  if (fibers->left > 0)
    pass(fibers);
  hki_own_waiter = NULL;
  hki_fpu_raise(raised_by_others(fibers));
}

static struct fiber *new_fiber(struct hki_fibers *fibers, unsigned number) {
  struct fiber *fiber = calloc(1, sizeof *fiber);
  if (!fiber)
    return NULL;
  fiber->fibers = fibers;
  fiber->number = number;
  if (number == 0 ||
      hki_platform_make_coroutine(&fiber->coroutine, live, fiber))
    return fiber;
  free(fiber);
  return NULL;
}

bool hki_fibers_reach(struct hki_fibers **place, unsigned count) {
  struct hki_fibers *fibers = *place;
  if (!fibers)
    fibers = *place = calloc(1, sizeof *fibers);
  if (!fibers)
    return false;
  if (fibers->room >= count)
    return true;
  struct fiber **all = realloc(fibers->all, count * sizeof *all);
  if (!all)
    return false;
  fibers->all = all;
  while (fibers->room < count) {
    struct fiber *fiber = new_fiber(fibers, fibers->room);
    if (!fiber)
      return false;
    all[fibers->room++] = fiber;
  }
  return true;
}
