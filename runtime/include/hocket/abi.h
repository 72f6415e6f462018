/* SPDX-License-Identifier: Apache-2.0
 *
 * What emitted C calls. This text is also pasted into preprocessed units, so it
 * uses no macro and includes nothing; lines that begin with '#' are left out
 * there.
 *
 * A region is a part of a program that several cores run together: one per-core
 * program each, over one frame. Flags order the tasks: each has one signaller,
 * which stores a number that only grows; waiters wait until it has reached
 * theirs. No flag is ever reset: a region's numbers go on from one entry to the
 * next (its `epoch`). The linker's names are reserved ones, so that a program
 * may call its own functions what it likes. Numbers wrap at 2^32 and are compared by difference.
 */
#pragma once

/* One cache line; `sleepers` counts waiters that sleep in the kernel. */
struct hk_flag {
  unsigned value;
  unsigned sleepers;
  unsigned pad[14];
} __attribute__((aligned(64)));

/* One core of a running region, owned by the thread that runs it. */
struct hk_core {
  unsigned id;    /* 0 is the thread that entered */
  unsigned count; /* per-core programs in this region */
  unsigned epoch; /* in: the number all level counters start from;
                     out, core 0 only: the greatest number used */
};

typedef void hk_core_program(struct hk_core *core, void *frame);

/* Memory orders of the __atomic functions, whose names are macros. */
enum { hk_acquire = 2, hk_seq_cst = 5 };

/* Static, one for each region of the program; only `epoch` and `state` change. */
struct hk_region {
  const char *name; /* "file.c:40 function", for messages */
  unsigned count;   /* per-core programs */
  hk_core_program *const *programs;
  unsigned epoch;   /* 0 at first */
  unsigned state;   /* the runtime's own, 0 at first */
};

/* Runs the region's programs at the same time and returns 1 when all are done.
 * Returns 0, having done nothing, where that is not possible: the team is busy
 * (a second thread of the program, or a call from within a region), one
 * processor only (HOCKET_CORES=1), no threads to be had. The caller then runs
 * the sequential version. Everything before the call is seen by all programs,
 * everything they did by the caller afterwards. */
int hk_run(struct hk_region *region, void *frame) __asm__("__hocket_run");

/* Where errno of the calling thread is. */
int *hk_errno(void) __asm__("__hocket_errno");

/* The slow halves of hk_wait and hk_signal. */
void hk_wait_slow(struct hk_flag *flag, unsigned target)
    __asm__("__hocket_wait_slow");
void hk_wake(struct hk_flag *flag) __asm__("__hocket_wake");

/* Waits until `flag` has reached `target`; what its signaller did before is
 * then visible. Pairs with the store in hk_signal. */
static __inline__ __attribute__((always_inline, unused)) void
hk_wait(struct hk_flag *flag, unsigned target) {
  if ((int)(__atomic_load_n(&flag->value, hk_acquire) - target) < 0)
    hk_wait_slow(flag, target);
}

/* Lets waiters up to `number` go on. The store must be seen before the load of
 * `sleepers` (a sleeper counts itself, then looks at `value` again), hence
 * sequential consistency on both sides. */
static __inline__ __attribute__((always_inline, unused)) void
hk_signal(struct hk_flag *flag, unsigned number) {
  __atomic_store_n(&flag->value, number, hk_seq_cst);
  if (__atomic_load_n(&flag->sleepers, hk_seq_cst) != 0)
    hk_wake(flag);
}

/* First iteration of chunk `chunk` of `chunks` of a loop of `trips` iterations:
 * a multiple of `grain`. The chunk ends where the next begins, the last one with
 * the loop. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_chunk(long long trips, unsigned chunk, unsigned chunks, long long grain) {
  long long blocks = trips / grain;
  if (chunk == chunks)
    return trips;
  return (blocks / chunks * chunk + blocks % chunks * chunk / chunks) * grain;
}

/* Iterations of `for (i = from; i < to; i += step)`, step > 0. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_trips(long long from, long long to, long long step) {
  return from < to ? (to - from + step - 1) / step : 0;
}

/* Tests of an index array, made once on entry to a region. Its elements stand
 * `step` bytes apart, `count` of them; none if `count` is not positive. `type`
 * is their size in bytes, negative if they are signed. */

/* No element is less than the one before it. */
int hk_is_monotonic(const void *first, long long count, long long step,
                    int type) __asm__("__hocket_is_monotonic")
    __attribute__((pure));

/* No value stands in it twice. May say 0 although that is so, where looking
 * would take much memory. */
int hk_is_injective(const void *first, long long count, long long step,
                    int type) __asm__("__hocket_is_injective");

/* Its least and its greatest value; 0 and -1 of no elements. Values beyond long
 * long count as its greatest. */
long long hk_index_min(const void *first, long long count, long long step,
                       int type) __asm__("__hocket_index_min")
    __attribute__((pure));
long long hk_index_max(const void *first, long long count, long long step,
                       int type) __asm__("__hocket_index_max")
    __attribute__((pure));
