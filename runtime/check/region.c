/* SPDX-License-Identifier: Apache-2.0
 *
 * A region on one thread. Each per-core program is a coroutine with a stack of
 * its own (core 0's is the caller's). It runs until it waits for a flag that is
 * not up, or ends; then the next one that can go on does, in order of their
 * numbers. Nothing depends on time: the same input gives the same run.
 *
 * What belongs to a thread in C belongs to a coroutine here: errno, and the
 * floating-point environment, which swapcontext keeps.
 */
#define _GNU_SOURCE
#include "region.h"

#include "arch.h"
#include "check.h"
#include "clocks.h"
#include "memory.h"
#include "report.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

struct coroutine {
  struct hki_core core; /* first: hki_current points to it */
  hk_core_program *program;
  ucontext_t context;
  const struct hk_flag *flag; /* waits for `target` there; NULL: can go on */
  unsigned target;
  int error; /* errno while another one runs */
  bool is_done;
};

static struct {
  struct hk_region *region;
  void *frame;
  unsigned count;
  struct coroutine *coroutines;
  struct hki_core **cores;       /* of the coroutines */
  char *stacks[HKI_CHECK_CORES]; /* kept from region to region */
  struct hki_fpu fpu;            /* the entering thread's modes */
  unsigned raised;               /* floating-point exceptions, of all */
  bool is_set_up, is_verbose;
  unsigned entered, refused; /* regions; atomic */
} run;

static struct coroutine *running(void) {
  return (struct coroutine *)hki_current;
}

static bool is_up(const struct hk_flag *flag, unsigned number) {
  return (int)(flag->value - number) >= 0;
}

static bool can_run(const struct coroutine *c) {
  return !c->is_done && (!c->flag || is_up(c->flag, c->target));
}

static bool all_done(void) {
  for (unsigned i = 0; i < run.count; i++)
    if (!run.coroutines[i].is_done)
      return false;
  return true;
}

static void fail_stuck(void) __attribute__((noreturn));
static void fail_stuck(void) {
  const struct coroutine *c = run.coroutines;
  while (!c->flag)
    c++;
  hki_fail("region '%s': the cores wait for each other; core %u for number %u "
           "of a flag that is at %u",
           run.region->name, c->core.core.id, c->target, c->flag->value);
}

/* The next core after `from` that can go on; core 0 at the end. */
static struct coroutine *next_after(const struct coroutine *from) {
  for (unsigned i = 1; i <= run.count; i++) {
    unsigned next = (from->core.core.id + i) % run.count;
    if (can_run(&run.coroutines[next]))
      return &run.coroutines[next];
  }
  if (!all_done())
    fail_stuck();
  return &run.coroutines[0];
}

/* Lets the next core run; returns when this one can again. */
static void yield(void) {
  struct coroutine *from = running();
  struct coroutine *to = next_after(from);
  if (to == from)
    return;
  from->error = errno;
  hki_current = &to->core;
  swapcontext(&from->context, &to->context);
  hki_current = &from->core;
  errno = from->error;
}

static void start(void) {
  struct coroutine *c = running();
  hki_fpu_adopt(run.fpu);
  errno = 0;
  c->program(&c->core.core, run.frame);
  run.raised |= hki_fpu_raised();
  c->is_done = true;
  yield();
}

static size_t stack_size(void) {
  const rlim_t least = (rlim_t)8 << 20, most = (rlim_t)512 << 20;
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0)
    return least;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > most)
    return most;
  return limit.rlim_cur < least ? least : limit.rlim_cur;
}

/* A stack for core `id`, with a page below it that must not be touched. */
static char *stack_of(unsigned id, size_t size) {
  if (run.stacks[id])
    return run.stacks[id];
  char *stack = mmap(NULL, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack == MAP_FAILED)
    hki_fail("no room for the stacks of %u cores", run.count);
  mprotect(stack, 4096, PROT_NONE);
  return run.stacks[id] = stack;
}

static void prepare(struct coroutine *c, unsigned id, size_t size) {
  c->core.core = (struct hk_core){id, run.count, run.region->epoch, NULL};
  c->core.error = &errno;
  c->program = run.region->programs[id];
  if (id == 0)
    return;
  getcontext(&c->context);
  c->context.uc_stack.ss_sp = stack_of(id, size);
  c->context.uc_stack.ss_size = size;
  c->context.uc_link = NULL;
  makecontext(&c->context, start, 0);
}

static void enter(struct hk_region *region, void *frame) {
  run.region = region;
  hki_region_name = region->name;
  run.frame = frame;
  run.count = region->count;
  run.fpu = hki_fpu_control();
  run.raised = 0;
  run.coroutines = hki_allocate(run.count * sizeof *run.coroutines);
  run.cores = hki_allocate(run.count * sizeof *run.cores);
  static size_t size; /* the limit may be changed, the stacks are kept */
  size = size ? size : stack_size();
  for (unsigned i = 0; i < run.count; i++) {
    prepare(&run.coroutines[i], i, size);
    run.cores[i] = &run.coroutines[i].core;
  }
  hki_clocks_enter(run.cores, run.count);
}

static void say_totals(void) {
  hki_say("%u regions checked, %u run sequentially", run.entered, run.refused);
}

static void set_up(void) {
  const char *verbose = getenv("HOCKET_VERBOSE");
  run.is_set_up = true;
  run.is_verbose = verbose && verbose[0] == '1';
  if (run.is_verbose)
    atexit(say_totals);
}

int hk_run(struct hk_region *region, void *frame) {
  /* Another thread's region, or one called from within a region. */
  if (__atomic_exchange_n(&hki_active, 1, __ATOMIC_ACQUIRE)) {
    __atomic_fetch_add(&run.refused, 1, __ATOMIC_RELAXED);
    return 0;
  }
  if (!run.is_set_up)
    set_up();
  enter(region, frame);
  struct coroutine *first = &run.coroutines[0];
  hki_current = &first->core;
  first->program(&first->core.core, frame);
  first->is_done = true;
  while (!all_done())
    yield();
  hki_current = NULL;
  hki_clocks_leave();
  hki_fpu_raise(run.raised);
  region->epoch = first->core.core.epoch;
  hki_release(run.cores, run.count * sizeof *run.cores);
  hki_release(run.coroutines, run.count * sizeof *run.coroutines);
  run.entered++;
  hki_report_end();
  __atomic_store_n(&hki_active, 0, __ATOMIC_RELEASE);
  return 1;
}

static struct coroutine *in_region(const char *what) {
  struct coroutine *c = running();
  if (!c)
    hki_fail("a %s outside of a region", what);
  return c;
}

void hki_check_enter_stage(struct hk_flag *flag, unsigned number) {
  struct coroutine *c = in_region("wait");
  if (!is_up(flag, number)) {
    c->flag = flag;
    c->target = number;
    yield();
    c->flag = NULL;
  }
  hki_clocks_wait(&c->core, flag, number);
}

void hki_check_leave_stage(struct hk_flag *flag, unsigned number) {
  struct coroutine *c = in_region("signal");
  flag->value = number;
  hki_clocks_signal(&c->core, flag, number);
}

/* Between tasks, whatever jumps have left. */
static void leave_task(struct coroutine *c) {
  c->core.depth = 1;
  c->core.task = 0;
}

void hki_check_wait(struct hk_flag *flag, unsigned number) {
  leave_task(in_region("wait"));
  hki_check_enter_stage(flag, number);
}

void hki_check_signal(struct hk_flag *flag, unsigned number) {
  leave_task(in_region("signal"));
  hki_check_leave_stage(flag, number);
}
