/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of abi.h for functions that divide their work and call themselves
 * for the parts: each part is a task, and cores take tasks while the function
 * runs. How deep the parts go and how unlike they are is known then only.
 */
#pragma once

/* Where a function that divides its work is. */
struct hk_here {
  struct hk_pool *pool; /* the runtime's own */
  unsigned level;       /* divisions above */
  unsigned share;       /* tasks that it may still be divided into */
};

/* A call of the function: the head of a struct with arguments and result. */
struct hk_task {
  void (*run)(struct hk_task *task, const struct hk_here *here);
  struct hk_task *before, *after; /* the runtime's own, as is what follows */
  struct hk_here here;
  unsigned state;
};

/* The values of an integer parameter in calls that were too short. */
struct hk_span {
  long long least, most;
};

/* Static, one for each function that divides its work. */
struct hk_divide {
  struct hk_region region;  /* of hk_lead, and hk_help on all other cores */
  unsigned long long worth; /* ns that a call has to take */
  struct hk_span *spans;    /* of its integer parameters; atomic */
  unsigned count;           /* of them */
  unsigned skip;            /* calls to run without looking; atomic */
  unsigned patience;        /* `skip` after the last short call; atomic */
  unsigned isLong;          /* so was the last call; atomic */
};

/* Runs `count` tasks, `size` bytes apart, and returns when all are done. Those
 * whose `run` is null are none. */
void hk_together(const struct hk_here *here, struct hk_task *tasks,
                 unsigned long size,
                 unsigned count) __asm__("__hocket_together");

/* Runs a call from outside the function; parts of it on other cores, if it
 * turns out to take long. `sizes`: its integer arguments. */
void hk_divide_call(struct hk_divide *divide, struct hk_task *root,
                    const long long *sizes) __asm__("__hocket_divide_call");

/* Per-core programs of hk_divide::region. */
void hk_lead(struct hk_core *core, void *frame) __asm__("__hocket_lead");
void hk_help(struct hk_core *core, void *frame) __asm__("__hocket_help");

/* Calls like this one were short: it is to be run as it is. Every now and then
 * the answer is no, for its integer arguments may not tell. */
static __inline__ __attribute__((always_inline, unused)) int
hk_is_short(struct hk_divide *divide, const long long *sizes) {
  unsigned skip = __atomic_load_n(&divide->skip, hk_relaxed), i;
  if (skip == 0)
    return 0;
  for (i = 0; i < divide->count; i++) {
    const struct hk_span *span = &divide->spans[i];
    if (sizes[i] < __atomic_load_n(&span->least, hk_relaxed) ||
        sizes[i] > __atomic_load_n(&span->most, hk_relaxed))
      return 0;
  }
  __atomic_store_n(&divide->skip, skip - 1, hk_relaxed);
  return 1;
}
