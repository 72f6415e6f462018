/* SPDX-License-Identifier: Apache-2.0
 *
 * Nets of pipelines: whether their iterations overlap or one core does them
 * all. What is compared are spans of iterations (team/verdict.h has them as
 * entries): those of a run of the loop, of several short ones, or a part of a
 * long one. All of this happens in the first stage in order, where there is one
 * core at a time.
 *
 * Which iterations one core does alone is said `chunks` iterations ahead, so
 * that each core hears of it in time (hk_decide), and ends with the run: the
 * first ones of each run overlap.
 */
#include "settings/say.h"
#include "team/net.h"
#include "team/verdict.h"

#include <errno.h>

enum {
  LEAST_NS = 20 * 1000,     /* no span is shorter, */
  PART_NS = 250 * 1000,     /* nor, if it is a part of a run, than this, */
  RUN_NS = 5 * 1000 * 1000, /* as it is where the run takes longer */
  OFTEN = 64,               /* iterations until the next look, if there is
                               nothing to see */
};

/* Of what is wanted of a span, at the end of a run. */
static const double ENOUGH = 0.75;

/* One core that takes as long as all of them leaves the others to somebody
 * else: so much of its time counts. */
static const double FAVOUR = 0.95;

/* The iterations around one that are done in the same way, in one run, as
 * counted over all runs. */
struct stretch {
  unsigned long long here;
  unsigned long long settled; /* cores and memory have changed over */
  unsigned long long end;
  unsigned long long run_end;
  unsigned chunks;
  bool is_alone;
};

static struct stretch stretch_of(const struct hk_pipeline *p,
                                 const struct hk_overlap *o,
                                 long long iteration) {
  unsigned long long run_end = o->before + (unsigned long long)o->count;
  struct stretch s = {.here = o->before + (unsigned long long)iteration,
                      .end = run_end,
                      .run_end = run_end,
                      .chunks = o->chunks};
  s.is_alone = s.here >= p->from && s.here < p->to;
  if (s.is_alone) {
    s.settled = p->from + 1;
    s.end = p->to;
  } else {
    bool was_alone = p->to > o->before && p->to <= s.here;
    s.settled = (was_alone ? p->to : o->before) + o->chunks;
  }
  return s;
}

/* One core does what follows, up to iteration `to`, as far as it is of this
 * run. */
static void go_alone(struct hk_pipeline *p, const struct stretch *s,
                     unsigned long long to) {
  unsigned long long from = s->here + s->chunks;
  if (to > s->run_end)
    to = s->run_end;
  if (from < to) {
    p->from = from;
    p->to = to;
  }
  p->next = from < to ? from : s->run_end;
}

static void say(const struct hk_pipeline *p) {
  const struct hk_size *size = &p->net.sizes[0];
  bool is_alone = size->is_sequential;
  int kept = errno;
  hki_say("%s: iterations now %s: one in %.2f us, not %.2f", p->net.name,
          is_alone ? "run on one core" : "overlap",
          size->rate[is_alone] * p->unit_ns / 1000 / (is_alone ? FAVOUR : 1),
          size->rate[!is_alone] * p->unit_ns / 1000 / (is_alone ? 1 : FAVOUR));
  errno = kept;
}

/* Of an iteration that one core does, while an overlapping one takes `ns`: less
 * where it may consist of hand-overs. */
static double expected_ns(double ns) {
  enum { SMALL = 4, TINY = 2 };
  double handover = __atomic_load_n(&hk_handover, __ATOMIC_RELAXED);
  if (ns < TINY * handover)
    return ns / HKI_NET_VERY_SUSPICIOUS;
  return ns < SMALL * handover ? ns / HKI_NET_SUSPICIOUS : ns;
}

/* A span is over. */
static void learn(struct hk_pipeline *p, const struct stretch *s) {
  struct hk_size *size = &p->net.sizes[0];
  unsigned skip;
  if (p->unit_ns <= 0)
    p->unit_ns = expected_ns(p->ns / p->iterations);
  bool is_alone = hki_net_next(size);
  bool has_changed =
      hki_net_learn(&p->net, size, p->iterations * p->unit_ns,
                    p->ns * (is_alone ? FAVOUR : 1), is_alone, &skip);
  p->usual = p->iterations;
  p->rest = s->here + (unsigned long long)(skip * p->iterations);
  p->ns = p->iterations = 0;
  if (has_changed && hki_net_is_verbose() && p->net.said++ < HKI_NET_MESSAGES)
    say(p);
}

/* So many iterations shall be in the span; 0: as many as it takes. */
static double wanted(const struct hk_pipeline *p) {
  return p->net.sizes[0].phase == HKI_NET_OTHER ? p->usual : 0;
}

/* Each core's iterations begin and end at their own times: of each core some.
 */
static unsigned long long least_iterations(const struct stretch *s) {
  return 2ull * s->chunks;
}

/* Runs differ less from each other than parts of a run do: so a span ends with
 * the run, if that is not too far. */
static bool is_over(const struct hk_pipeline *p, const struct stretch *s) {
  bool is_last = s->here + 1 == s->end;
  if (p->iterations < 1 ||
      (!is_last && (unsigned long long)p->iterations < least_iterations(s)))
    return false;
  if (wanted(p) > 0)
    return p->iterations >= wanted(p) * (is_last ? ENOUGH : 1);
  if (is_last)
    return p->ns >= LEAST_NS;
  double left_ns = p->ns / p->iterations * (double)(s->end - s->here);
  return p->ns >= PART_NS && p->ns + left_ns > RUN_NS;
}

/* What was done since the last look is of the span. */
static void measure(struct hk_pipeline *p, const struct stretch *s) {
  if (s->here < s->settled)
    return;
  unsigned long long now = hk_clock();
  if (p->since != 0) {
    p->ns += (double)(now - p->since);
    p->iterations += (double)(s->here - p->at);
  }
  p->at = s->here;
  p->since = now;
  if (is_over(p, s))
    learn(p, s);
}

/* Within a span: where it is as long as is wanted, else at twice the distance,
 * and at the stretch's last iteration. */
static unsigned long long next_look(const struct hk_pipeline *p,
                                    const struct stretch *s) {
  if (s->here < s->settled)
    return s->settled < s->end ? s->settled : s->end;
  if (s->here + 1 >= s->end)
    return s->end;
  double left = wanted(p) > 0 ? wanted(p) - p->iterations : p->iterations;
  unsigned long long steps = left > 1 ? (unsigned long long)left : 1;
  if (wanted(p) <= 0) /* all of a round */
    steps = (steps + s->chunks - 1) / s->chunks * s->chunks;
  unsigned long long next = s->here + steps;
  return next < s->end - 1 ? next : s->end - 1;
}

static void go_on(struct hk_pipeline *p, const struct stretch *s) {
  const struct hk_size *size = &p->net.sizes[0];
  bool rests = s->here < p->rest;
  bool is_alone = rests ? size->is_sequential : hki_net_next(size);
  if (is_alone && !s->is_alone) {
    double left = (wanted(p) > 0 ? wanted(p) - p->iterations : p->usual) + 2;
    p->since = 0;
    go_alone(p, s,
             rests ? p->rest : s->here + s->chunks + (unsigned long long)left);
    return;
  }
  bool measures = !rests && is_alone == s->is_alone;
  p->next = measures ? next_look(p, s) : s->is_alone ? p->to : p->rest;
  if (!measures || p->next >= s->end)
    p->since = 0;
}

/* For tests: now and then, for some iterations. */
static void alternate(struct hk_pipeline *p, const struct stretch *s) {
  enum { MOST_ALONE = 7 };
  p->next = s->is_alone ? p->to : s->here + 1;
  if (!s->is_alone && hki_net_alternates())
    go_alone(p, s, s->here + s->chunks + 1 + s->here % MOST_ALONE);
}

void hk_judge_overlap(struct hk_pipeline *p, const struct hk_overlap *o,
                      long long iteration) {
  struct stretch s = stretch_of(p, o, iteration);
  enum hki_adapt adapt = hki_net_adapt();
  if (p->net.cores == 0 || adapt == HKI_ADAPT_OFF) {
    p->next = ~0ULL;
  } else if (adapt == HKI_ADAPT_ALTERNATE) {
    alternate(p, &s);
  } else if (hki_net_is_planned()) {
    p->since = 0;
    p->next = s.here + OFTEN;
  } else {
    if (s.here >= p->rest && s.is_alone == hki_net_next(&p->net.sizes[0]))
      measure(p, &s);
    go_on(p, &s);
  }
}
