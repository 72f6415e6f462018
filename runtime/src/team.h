/* SPDX-License-Identifier: Apache-2.0
 *
 * The team: the entering thread, which is core 0, and workers, which are the
 * other cores. It is made at the first region and stays until the process ends;
 * at a region with more cores it grows.
 *
 * Who may touch what. `state` is a lock that is only ever tried: the thread
 * that has taken it (the entering thread) owns every other field, and every
 * field of the workers except those named otherwise. Orders travel to workers
 * and back by two flags for each worker, so the same hand-over that orders
 * tasks orders these.
 */
#pragma once

#include "hocket/hocket.h"

#include "arch.h" /* arch/NAME/arch.h */
#include "platform/platform.h"
#include "resources.h"
#include "settings.h"
#include "trace/trace.h"

enum hki_state {
  HKI_FREE,   /* a thread may enter */
  HKI_BUSY,   /* a thread has entered */
  HKI_LOST,   /* forked off while busy: this process has no team, ever */
  HKI_ORPHAN, /* likewise, and by a task: the region itself cannot go on */
};

/* What a thread is to do at a region: to be core `first`, or to be `many` cores
 * from there on, which take turns. */
struct hki_order {
  hk_core_program *const *programs; /* of these cores */
  void *frame;
  struct hki_fpu fpu; /* the entering thread's modes */
  unsigned epoch;
  unsigned short count; /* of the region's cores */
  unsigned short first, many;
  unsigned short traced; /* hki_trace_region */
};

struct hki_turns; /* turns/turns.h */

/* One thread of the team. Permanent storage: a signaller looks at its flag once
 * more after the waiter has gone on.
 *
 * Its orders and what it answers have one cache line. The entering thread
 * writes there and then looks there, the worker the other way round: so the
 * line goes to the worker once and back once. With a line each for number,
 * order and answer, a region took three times as long. */
struct hki_worker {
  union {
    struct hk_flag start; /* signalled by the entering thread: order number */
    struct {
      unsigned start_value, start_sleepers; /* that flag's */
      /* A flag signalled by the worker: the same number, done. */
      unsigned done, done_sleepers;
      /* Written by the worker before it signals that: floating-point exceptions
       * raised in the region. */
      unsigned raised;
      /* Written by the entering thread before it signals `start`. */
      struct hki_order order;
    };
  };
  /* Written seldom; these by the worker, before the first `done`. */
  hki_thread thread;
  bool refused; /* no such thread came */
  /* And these by the entering thread. */
  unsigned id;             /* of the core, from 1 */
  unsigned processor;      /* that it is pinned to, if the team is pinned */
  struct hk_trace *trace;  /* of core `id`; NULL: nothing is recorded */
  struct hki_turns *turns; /* of cores on this thread; NULL: none so far */
  /* The entering thread's alone: of the last order; 1 is "be there". */
  unsigned number __attribute__((aligned(64)));
};

/* A way to make threads. */
struct hki_launcher {
  const char *name;
  /* Starts a thread for each of the workers, which calls hki_work, and returns
   * how many will come: the first so many. */
  unsigned (*launch)(struct hki_worker *const *workers, unsigned count,
                     struct hki_signals *before);
  /* Like hki_platform_processors, where the launcher knows more; else 0. May
   * be NULL. */
  unsigned (*processors)(unsigned **list);
};

extern const struct hki_launcher hki_threads_launcher;
/* In libhocket_openmp.a, if that is linked. */
extern const struct hki_launcher hki_openmp_launcher __attribute__((weak));

struct hki_team {
  /* Written at each entry; a line that no worker looks at in a region. */
  unsigned state;   /* enum hki_state, atomic */
  unsigned entered; /* atomic: regions run */
  unsigned refused; /* atomic: calls of hk_run that returned 0 */
  int current; /* processor that core 0 had at the last entry, pinned only */
  hki_thread owner; /* the thread that has entered */
  /* Written seldom. */
  unsigned spin __attribute__((aligned(64))); /* ns that a wait spins before it
                     sleeps, atomic; 0 where there are more threads than
                     processors */
  unsigned way;      /* enum hki_way, atomic: HOCKET_WAIT */
  unsigned limit;    /* most cores that a region can have; 0 before set-up */
  unsigned size;     /* threads there are, at least 1 */
  unsigned capacity; /* of `workers` */
  struct hki_worker **workers; /* thread i is workers[i - 1] */
  const struct hki_launcher *launcher;
  struct hki_settings settings;
  struct hki_resources resources;
  struct hki_signals signals; /* the mask workers would have had */
  unsigned *processors;       /* that may be used; NULL: no names to pin to */
  unsigned num_processors;    /* at least 1 */
  unsigned usable;            /* of them, with HOCKET_CORES */
  bool pinned;                /* each worker has a processor of its own */
  bool takes_turns;           /* where there are more cores than processors */
  bool has_said;              /* that they do */
  struct hki_turns *turns;    /* of cores on the entering thread */
  long process;               /* that the team is in, 0 before set-up; atomic */
  struct hki_trace *trace;    /* NULL: none is wanted; atomic */
};

/* The object of libhocket that changes (and hk_handover): threads are a
 * resource of the process, and hk_run has to find them without being handed
 * anything. */
extern struct hki_team hki_team;

/* How long waits spin where each core has a processor: in a region, and for
 * the next region. Waking a sleeper costs 5 to 60 us, so that spinning some
 * times as long costs little and spares most wake-ups. */
enum { HKI_SPIN = 200 * 1000, HKI_SPIN_IDLE = 100 * 1000 };

/* Reads the settings, reserves, looks for processors: once, before the first
 * region. */
void hki_team_set_up(struct hki_team *team);

/* Makes `team` one of at least `count` threads; false if that cannot be. Called
 * by the entering thread. */
bool hki_team_reach(struct hki_team *team, unsigned count);

/* Makes room for `count` cores to take turns on `threads` threads; false: there
 * is none. Likewise. */
bool hki_team_share(struct hki_team *team, unsigned count, unsigned threads);

/* The first core on thread `thread` of `threads`. */
static inline unsigned hki_first_core(unsigned count, unsigned threads,
                                      unsigned thread) {
  if (count == threads)
    return thread;
  return count / threads * thread + count % threads * thread / threads;
}

/* Where core `id` records what is asked for by number `traced`; NULL: nothing
 * is recorded. */
static inline struct hk_trace *hki_team_trace(const struct hki_team *team,
                                              unsigned id, unsigned traced) {
  if (traced == 0)
    return NULL;
  return id == 0 ? hki_trace_first(team->trace) : team->workers[id - 1]->trace;
}

/* Finds out hk_handover; of a team with a worker that waits for orders. */
void hki_measure(struct hki_team *team);

/* Keeps pinned workers off the processor that the entering thread is on. */
void hki_team_evade(struct hki_team *team);

/* What a worker's thread does, for ever. */
void hki_work(struct hki_worker *worker) __attribute__((noreturn));

/* What hk_wait and hk_signal need of a flag, wherever it lies. */
struct hki_word {
  unsigned *value, *sleepers;
};

static inline struct hki_word hki_done(struct hki_worker *worker) {
  return (struct hki_word){&worker->done, &worker->done_sleepers};
}

/* As hk_wait and hk_signal. */
void hki_await(struct hki_word word, unsigned target);
void hki_signal(struct hki_word word, unsigned number);

/* hk_wait_slow with a limit of its own, in nanoseconds. */
void hki_wait(struct hk_flag *flag, unsigned target, unsigned spin);

/* Before going to sleep: ends a process that waits for cores it does not have.
 */
void hki_check_orphan(void);

/* Has the team looked after in forked children, once for each process. Returns
 * whether that could be arranged. */
bool hki_watch_forks(void);

/* In a forked child: the object is the parent's and is never freed, with all
 * that it refers to. A checker for lost memory is told so. */
void hki_give_up(const void *object);
