/* SPDX-License-Identifier: Apache-2.0
 *
 * Recursive fork-join tasks, self-scheduled while the program runs: the calls
 * of a function that divides its work.
 *
 * A group of calls runs "together": all but the last are offered, the last is
 * run in place, then those that nobody has taken; for the others the core
 * waits, and helps meanwhile. Idle cores take the task with the fewest
 * divisions above it, the largest one as a rule.
 *
 * Who waits at level L takes only tasks of level L + 1 and more: a stack that
 * holds a call of each level at most is not deeper than the sequential
 * program's. It also means that nobody waits in a circle: who runs what the
 * waiter waits for can itself only wait at a deeper level.
 *
 * No region is entered before the call has taken as long as entering has to be
 * worth; from then on each group of calls that is met opens one, and so does
 * the next call from outside at once. What was short is run as it is for a
 * while, twice as long each time. (Work-first stealing: Blumofe and Leiserson,
 * 1999; cores at most so many tasks, hence one list under a lock will do.)
 */
#include "arch.h" /* arch/NAME/arch.h */
#include "platform/platform.h"
#include "team/team.h"
#include "trace/record.h"

#include <stdint.h>

enum { OFFERED, TAKEN, DONE };

/* Each division has two parts or more, so shares end before levels do. */
enum { LEVELS = 32, TASKS_PER_CORE = 32, MOST_PATIENCE = 255 };

struct list {
  struct hk_task *first, *last;
};

struct hk_pool {
  struct hk_flag news;       /* counts offers, ends of tasks, and the end */
  unsigned lock;             /* 0 free, 1 held, 2 held and waited for */
  unsigned over;             /* atomic */
  struct list lists[LEVELS]; /* offered, by level, oldest first; locked */
  struct hk_divide *divide;
  unsigned long long start;
  bool is_open;    /* cores are there */
  bool is_refused; /* there will be none */
  /* What core 0 runs once they are. */
  const struct hk_here *here;
  struct hk_task *tasks;
  size_t size;
  unsigned count; /* 0: `tasks` is the root */
};

/* Futexes are tricky (Drepper 2011), mutex2. */
static void lock(struct hk_pool *pool) {
  unsigned seen = 0;
  if (__atomic_compare_exchange_n(&pool->lock, &seen, 1, false,
                                  __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  for (unsigned i = 0; i < 100; i++) {
    hki_pause();
    seen = 0;
    if (__atomic_compare_exchange_n(&pool->lock, &seen, 1, false,
                                    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return;
  }
  while (__atomic_exchange_n(&pool->lock, 2, __ATOMIC_ACQUIRE) != 0)
    hki_platform_sleep(&pool->lock, 2);
}

static void unlock(struct hk_pool *pool) {
  if (__atomic_exchange_n(&pool->lock, 0, __ATOMIC_RELEASE) == 2)
    hki_platform_wake(&pool->lock);
}

/* Locked: so the flag has one signaller at a time. */
static void tell(struct hk_pool *pool) {
  hk_signal(&pool->news, pool->news.value + 1);
}

static unsigned news(struct hk_pool *pool) {
  return __atomic_load_n(&pool->news.value, __ATOMIC_ACQUIRE);
}

static void offer(struct hk_pool *pool, struct hk_task *task) {
  struct list *list = &pool->lists[task->here.level];
  task->before = list->last;
  task->after = NULL;
  *(list->last ? &list->last->after : &list->first) = task;
  list->last = task;
  __atomic_store_n(&task->state, OFFERED, __ATOMIC_RELAXED);
}

/* Takes `task`, which is in its list. Locked. */
static void withdraw(struct hk_pool *pool, struct hk_task *task) {
  struct list *list = &pool->lists[task->here.level];
  *(task->before ? &task->before->after : &list->first) = task->after;
  *(task->after ? &task->after->before : &list->last) = task->before;
  __atomic_store_n(&task->state, TAKEN, __ATOMIC_RELAXED);
}

static struct hk_task *take(struct hk_pool *pool, unsigned level) {
  struct hk_task *task = NULL;
  lock(pool);
  for (; !task && level < LEVELS; level++)
    task = pool->lists[level].first;
  if (task)
    withdraw(pool, task);
  unlock(pool);
  return task;
}

/* Runs a task that stood in a list. */
static void run_listed(struct hk_task *task) {
  hki_trace_part(task->here.level);
  task->run(task, &task->here);
  hki_trace_parted();
}

/* For another core. Once it is said to be done, the task is no more. */
static void execute(struct hk_pool *pool, struct hk_task *task) {
  run_listed(task);
  lock(pool);
  __atomic_store_n(&task->state, DONE, __ATOMIC_RELEASE);
  tell(pool);
  unlock(pool);
}

/* An offered task is done when this returns. */
static void finish(struct hk_pool *pool, struct hk_task *task) {
  lock(pool);
  bool is_left = __atomic_load_n(&task->state, __ATOMIC_RELAXED) == OFFERED;
  if (is_left)
    withdraw(pool, task);
  unlock(pool);
  if (is_left) {
    run_listed(task);
    return;
  }
  const unsigned level = task->here.level;
  for (;;) {
    unsigned seen = news(pool);
    if (__atomic_load_n(&task->state, __ATOMIC_ACQUIRE) == DONE)
      return;
    struct hk_task *other = take(pool, level);
    if (other)
      execute(pool, other);
    else
      hk_wait(&pool->news, seen + 1);
  }
}

static struct hk_task *at(struct hk_task *tasks, size_t size, unsigned i) {
  return (struct hk_task *)((char *)tasks + i * size);
}

static void run_here(struct hk_task *task) {
  if (task->run)
    task->run(task, &task->here);
}

static void share_out(struct hk_pool *pool, struct hk_task *tasks, size_t size,
                      unsigned count) {
  while (count > 0 && !at(tasks, size, count - 1)->run)
    count--;
  if (count == 0)
    return;
  lock(pool);
  for (unsigned i = 0; i + 1 < count; i++)
    if (at(tasks, size, i)->run)
      offer(pool, at(tasks, size, i));
  tell(pool);
  unlock(pool);
  run_here(at(tasks, size, count - 1));
  for (unsigned i = count - 1; i-- > 0;)
    if (at(tasks, size, i)->run)
      finish(pool, at(tasks, size, i));
}

void hk_lead(struct hk_core *core, void *frame) {
  struct hk_pool *pool = frame;
  (void)core;
  hki_trace_part(pool->here->level);
  if (pool->count == 0)
    pool->tasks->run(pool->tasks, pool->here);
  else
    share_out(pool, pool->tasks, pool->size, pool->count);
  hki_trace_parted();
  lock(pool);
  __atomic_store_n(&pool->over, 1, __ATOMIC_RELAXED);
  tell(pool);
  unlock(pool);
}

void hk_help(struct hk_core *core, void *frame) {
  struct hk_pool *pool = frame;
  (void)core;
  for (;;) {
    unsigned seen = news(pool);
    if (__atomic_load_n(&pool->over, __ATOMIC_RELAXED))
      return;
    struct hk_task *task = take(pool, 0);
    if (task)
      execute(pool, task);
    else
      hk_wait(&pool->news, seen + 1);
  }
}

/* Runs a group, or the root, on all cores; false: not at all. */
static bool open(struct hk_pool *pool, const struct hk_here *here,
                 struct hk_task *tasks, size_t size, unsigned count) {
  pool->over = 0;
  pool->here = here;
  pool->tasks = tasks;
  pool->size = size;
  pool->count = count;
  pool->is_open = true;
  bool ran = hk_run(&pool->divide->region, pool);
  pool->is_open = false;
  pool->is_refused = !ran;
  return ran;
}

static unsigned long long elapsed(const struct hk_pool *pool) {
  return hki_platform_clock() - pool->start;
}

void hk_together(const struct hk_here *here, struct hk_task *tasks,
                 unsigned long size, unsigned count) {
  struct hk_pool *pool = here->pool;
  for (unsigned i = 0; i < count; i++)
    at(tasks, size, i)->here =
        (struct hk_here){pool, here->level + 1, here->share / count};
  if (pool->is_open) {
    share_out(pool, tasks, size, count);
    return;
  }
  if (!pool->is_refused && elapsed(pool) >= pool->divide->worth &&
      open(pool, here, tasks, size, count))
    return;
  for (unsigned i = 0; i < count; i++)
    run_here(at(tasks, size, i));
}

/* Such calls are not worth a look. */
static void note_short(struct hk_divide *divide, const long long *sizes) {
  for (unsigned i = 0; i < divide->count; i++) {
    struct hk_span *span = &divide->spans[i];
    if (sizes[i] < __atomic_load_n(&span->least, __ATOMIC_RELAXED))
      __atomic_store_n(&span->least, sizes[i], __ATOMIC_RELAXED);
    if (sizes[i] > __atomic_load_n(&span->most, __ATOMIC_RELAXED))
      __atomic_store_n(&span->most, sizes[i], __ATOMIC_RELAXED);
  }
  unsigned patience =
      2 * __atomic_load_n(&divide->patience, __ATOMIC_RELAXED) + 1;
  if (patience > MOST_PATIENCE)
    patience = MOST_PATIENCE;
  __atomic_store_n(&divide->patience, patience, __ATOMIC_RELAXED);
  __atomic_store_n(&divide->skip, patience, __ATOMIC_RELAXED);
}

static void note_long(struct hk_divide *divide) {
  for (unsigned i = 0; i < divide->count; i++) {
    __atomic_store_n(&divide->spans[i].least, INT64_MAX, __ATOMIC_RELAXED);
    __atomic_store_n(&divide->spans[i].most, INT64_MIN, __ATOMIC_RELAXED);
  }
  __atomic_store_n(&divide->patience, 0, __ATOMIC_RELAXED);
}

/* In a region already, or never in one. */
static bool is_closed(void) {
  return __atomic_load_n(&hki_team.state, __ATOMIC_RELAXED) != HKI_FREE ||
         __atomic_load_n(&hki_team.limit, __ATOMIC_RELAXED) == 1;
}

void hk_divide_call(struct hk_divide *divide, struct hk_task *root,
                    const long long *sizes) {
  struct hk_pool pool = {.divide = divide};
  struct hk_here here = {&pool, 0, 1};
  if (is_closed()) {
    root->run(root, &here);
    return;
  }
  here.share = TASKS_PER_CORE * divide->region.count;
  pool.start = hki_platform_clock();
  bool was_long = __atomic_load_n(&divide->isLong, __ATOMIC_RELAXED) &&
                  open(&pool, &here, root, 0, 0);
  if (!was_long)
    root->run(root, &here);
  /* On several cores from the start, it would take longer on one. */
  unsigned long long worth = divide->worth;
  bool is_long = elapsed(&pool) >= (was_long ? worth / 2 : 2 * worth);
  __atomic_store_n(&divide->isLong, is_long, __ATOMIC_RELAXED);
  if (is_long)
    note_long(divide);
  else
    note_short(divide, sizes);
}
