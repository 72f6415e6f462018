/* SPDX-License-Identifier: Apache-2.0
 *
 * The part of abi.h for pipelines. Iterations overlap, or one core does them
 * all, whichever is found to be faster while the program runs: see
 * docs/runtime/net.md.
 */
#pragma once

/* Static, one for each pipeline: what its cores share; all but the net's name
 * and cores 0. Who passes the first stage in order has it. Iterations are
 * counted over all runs of the loop. */
struct hk_pipeline {
  struct hk_net net;           /* sizes[0] alone counts: entries are spans of
                                  iterations; no cores: all iterations overlap */
  unsigned long long from, to; /* last decided on: one core does these alone */
  unsigned long long next;     /* from which on hk_judge_overlap is called */
  unsigned long long at,
      since;               /* the last look, if in the span: when; else 0 */
  unsigned long long rest; /* to this one all are done as is kept to */
  double unit_ns;          /* an iteration, when first measured */
  double ns, iterations;   /* of the span so far */
  double usual;            /* iterations of the span before */
};

/* One core's part of a pipeline: iterations chunk, chunk + chunks, ... of those
 * that overlap. */
struct hk_overlap {
  struct hk_pipeline *shared;
  unsigned long long before; /* iterations of earlier runs */
  long long count;
  long long from, to; /* of this run, one core does alone */
  unsigned chunk, chunks;
  int is_alone;           /* so does this one, which needs not wait any more */
  unsigned entered, left; /* stages in order, of this iteration */
};

/* Looks at the clock, and may decide on p->from and p->to. In the first stage
 * in order. */
void hk_judge_overlap(struct hk_pipeline *p, const struct hk_overlap *o,
                      long long iteration) __asm__("__hocket_judge_overlap");

/* \param used this core's count of iterations, in all runs */
static __inline__ __attribute__((always_inline, unused)) void
hk_begin_overlap(struct hk_overlap *o, struct hk_pipeline *shared,
                 struct hk_turn *used, unsigned chunk, unsigned chunks,
                 long long count) {
  o->shared = shared;
  o->before = used[chunk].at;
  used[chunk].at += (unsigned long long)count;
  o->count = count;
  o->from = o->to = 0;
  o->chunk = chunk;
  o->chunks = chunks;
  o->is_alone = 0;
}

/* The chunk that runs the last iteration, or the first chunk if there is none.
 */
static __inline__ __attribute__((always_inline, unused)) unsigned
hk_final(long long count, unsigned chunks) {
  return count > 0 ? (unsigned)((count - 1) % chunks) : 0;
}

static __inline__ __attribute__((always_inline, unused)) void
hk_begin_iteration(struct hk_overlap *o) {
  o->entered = o->left = 0;
}

/* In the first stage in order, after the wait; each iteration comes here. What
 * is decided on begins `chunks` iterations behind at the earliest, so that each
 * core has been here before it comes so far. */
static __inline__ __attribute__((always_inline, unused)) void
hk_decide(struct hk_overlap *o, long long iteration) {
  struct hk_pipeline *p = o->shared;
  if (o->before + (unsigned long long)iteration >= p->next)
    hk_judge_overlap(p, o, iteration);
  o->from = (long long)(p->from - o->before);
  o->to = (long long)(p->to - o->before);
}

/* Somebody waits for the iteration to leave its stages. */
static __inline__ __attribute__((always_inline, unused)) int
hk_is_awaited(const struct hk_overlap *o, long long iteration) {
  return !o->is_alone || iteration + 1 == o->to;
}

/* This core's next iteration. */
static __inline__ __attribute__((always_inline, unused)) long long
hk_next(struct hk_overlap *o, long long iteration) {
  int was_alone = iteration >= o->from && iteration < o->to;
  long long next = iteration + (was_alone ? 1 : (long long)o->chunks);
  o->is_alone = was_alone && next < o->to;
  if (o->is_alone)
    return next;
  if (o->chunk == hk_final(o->count, o->chunks) && iteration < o->from &&
      o->from <= next)
    return o->from;
  if (!was_alone && (next < o->from || next >= o->to))
    return next;
  /* The first one behind them that is this core's. */
  return o->to + (o->chunk + o->chunks - o->to % o->chunks) % o->chunks;
}
