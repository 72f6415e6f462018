/* SPDX-License-Identifier: Apache-2.0
 *
 * Each core but the thread's first has a stack of its own, a coroutine; the
 * first one runs on the thread's. Coroutines are made once and run a core of
 * one region after the other. Who cannot go on looks for one that can: one that
 * has not begun, or whose wait is over, in order of their numbers, so that each
 * gets its turn. If there is none, the thread waits for all of them at once.
 *
 * In a region a core stays on its thread. Between regions it may be another one
 * that enters and finds the coroutines of the first: so what is local to
 * threads is looked up anew after each jump (`adopt`).
 */
#include "turns/turns.h"

#include "waits/ways.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum state { HAS_ENDED, IS_NEW, RUNS, WAITS };

/* A core, as far as its turn is concerned. */
struct taker {
  struct hki_coroutine coroutine;
  struct hki_turns *turns;
  unsigned number; /* among those of the thread */
  enum state state;
  const struct hki_awaited *awaited;
  unsigned epoch; /* that the core's program has left */
  /* What belongs to a thread in C belongs to a core; here while others run. */
  int error; /* errno */
  struct hki_fpu fpu;
  unsigned raised; /* floating-point exceptions */
  struct hk_trace *trace;
};

struct hki_turns {
  const struct hki_order *order;
  unsigned current, next;     /* takers */
  const struct taker *before; /* who ran before the current one */
  unsigned left;              /* that have not ended */
  unsigned room;
  struct taker **takers; /* the first one has the thread's own stack */
};

_Thread_local struct hki_turns *hki_own_turns;

/* Core 0 is in the region from hk_run's beginning to its end. */
static struct hk_trace *enter(unsigned id, unsigned traced) {
  return id == 0
             ? hki_own_trace
             : hki_trace_enter(hki_team_trace(&hki_team, id, traced), traced);
}

static void run_core(struct taker *taker) {
  struct hki_turns *turns = taker->turns;
  const struct hki_order *order = turns->order;
  if (taker->number > 0)
    hki_fpu_adopt(order->fpu);
  unsigned id = order->first + taker->number;
  struct hk_trace *trace = enter(id, order->traced);
  struct hk_core core = {id, order->count, order->epoch, trace};
  taker->state = RUNS;
  order->programs[taker->number](&core, order->frame);
  if (id != 0)
    hki_trace_leave(trace);
  taker->epoch = core.epoch;
  taker->state = HAS_ENDED;
  turns->left--;
}

/* The first one of a thread, having ended, waits for the others. */
static bool can_go_on(const struct hki_turns *turns, unsigned number) {
  const struct taker *taker = turns->takers[number];
  switch (taker->state) {
  case IS_NEW:
    return true;
  case WAITS:
    return taker->awaited->is_over(taker->awaited->what);
  case HAS_ENDED:
    return number == 0 && turns->left == 0;
  case RUNS:
    break;
  }
  return false;
}

/* The current one comes last. */
static bool find_next(void *context) {
  struct hki_turns *turns = context;
  unsigned count = turns->order->many, next = turns->current;
  do {
    next = next + 1 < count ? next + 1 : 0;
    if (can_go_on(turns, next)) {
      turns->next = next;
      return true;
    }
  } while (next != turns->current);
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

static void count_sleepers(const struct hki_turns *turns, unsigned difference) {
  for (unsigned i = 0; i < turns->order->many; i++)
    if (turns->takers[i]->state == WAITS)
      __atomic_fetch_add(turns->takers[i]->awaited->sleepers, difference,
                         __ATOMIC_SEQ_CST);
}

/* As in flag.c, a sleeper counts itself before it looks. */
static void sleep_until_next(struct hki_turns *turns) {
  unsigned long long before = hki_platform_clock();
  count_sleepers(turns, 1);
  for (;;) {
    struct words words = {.count = 0};
    for (unsigned i = 0; i < turns->order->many; i++)
      if (turns->takers[i]->state == WAITS)
        add_word(&words, turns->takers[i]->awaited->word);
    if (find_next(turns))
      break;
    hki_check_orphan();
    hki_platform_sleep_any(words.at, words.seen, words.count);
  }
  count_sleepers(turns, -1u);
  hki_wait_slept(before);
}

static void await_next(struct hki_turns *turns) {
  if (find_next(turns))
    return;
  bool forever = hki_never_sleeps();
  unsigned spin = __atomic_load_n(&hki_team.spin, __ATOMIC_RELAXED);
  while (!hki_look_awake(find_next, turns, forever ? HKI_SPIN : spin)) {
    if (!forever) {
      sleep_until_next(turns);
      return;
    }
    hki_check_orphan();
  }
}

/* Before a jump, and after it. Not inlined: the thread may be another one then.
 */
static __attribute__((noinline)) void lay_down(struct taker *taker) {
  taker->error = errno;
  taker->fpu = hki_fpu_control();
  taker->raised = hki_fpu_raised();
  taker->trace = hki_own_trace;
  hki_own_trace = NULL; /* the next one may have none */
}

/* `before` is who has laid down last. Changing modes takes time, and mostly all
 * cores have the same. */
static __attribute__((noinline)) void take_up(const struct taker *taker,
                                              const struct taker *before) {
  errno = taker->error;
  hki_own_trace = taker->trace;
  if (taker->raised == before->raised &&
      memcmp(&taker->fpu, &before->fpu, sizeof taker->fpu) == 0)
    return;
  hki_fpu_adopt(taker->fpu);
  hki_fpu_raise(taker->raised);
}

/* The calling core cannot go on; returns when it can. */
static void pass(struct hki_turns *turns) {
  struct taker *self = turns->takers[turns->current];
  /* A child of this core: the others are not its own to go on with. */
  if (__atomic_load_n(&hki_team.state, __ATOMIC_RELAXED) == HKI_ORPHAN)
    hki_check_orphan();
  await_next(turns);
  if (turns->next == turns->current)
    return;
  lay_down(self);
  turns->before = self;
  turns->current = turns->next;
  hki_platform_jump(&self->coroutine, &turns->takers[turns->next]->coroutine);
  take_up(self, turns->before);
}

/* On a stack of its own. */
static void live(void *argument) {
  struct taker *taker = argument;
  for (;;) {
    run_core(taker);
    pass(taker->turns);
  }
}

void hki_turns_wait(struct hki_turns *turns,
                    const struct hki_awaited *awaited) {
  struct taker *self = turns->takers[turns->current];
  self->awaited = awaited;
  self->state = WAITS;
  pass(turns);
  self->state = RUNS;
}

/* What the cores but the first have raised. */
static unsigned raised_by_others(const struct hki_turns *turns) {
  unsigned raised = 0;
  for (unsigned i = 1; i < turns->order->many; i++)
    raised |= turns->takers[i]->raised;
  return raised;
}

unsigned hki_take_turns(struct hki_turns *turns,
                        const struct hki_order *order) {
  turns->order = order;
  turns->current = 0;
  turns->left = order->many;
  for (unsigned i = 0; i < order->many; i++)
    turns->takers[i]->state = IS_NEW;
  hki_own_turns = turns;
  run_core(turns->takers[0]);
  if (turns->left > 0)
    pass(turns);
  hki_own_turns = NULL;
  hki_fpu_raise(raised_by_others(turns));
  return turns->takers[0]->epoch;
}

static struct taker *new_taker(struct hki_turns *turns, unsigned number) {
  struct taker *taker = calloc(1, sizeof *taker);
  if (!taker)
    return NULL;
  taker->turns = turns;
  taker->number = number;
  if (number == 0 ||
      hki_platform_make_coroutine(&taker->coroutine, live, taker))
    return taker;
  free(taker);
  return NULL;
}

bool hki_turns_reach(struct hki_turns **place, unsigned count) {
  struct hki_turns *turns = *place;
  if (!turns)
    turns = *place = calloc(1, sizeof *turns);
  if (!turns)
    return false;
  if (turns->room >= count)
    return true;
  struct taker **takers = realloc(turns->takers, count * sizeof *takers);
  if (!takers)
    return false;
  turns->takers = takers;
  while (turns->room < count) {
    struct taker *taker = new_taker(turns, turns->room);
    if (!taker)
      return false;
    takers[turns->room++] = taker;
  }
  return true;
}
