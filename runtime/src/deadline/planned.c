/* SPDX-License-Identifier: Apache-2.0 */
#include "deadline/planned.h"

#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

/* Of a part's time, at most 1/PART may go to changing a clock. The least time
 * of a change, where none is known, is that of some system calls. A deadline
 * keeps 1/MARGIN of the period for what is not foreseen. A loop whose iteration
 * takes ABANDONED periods has been left. */
enum { PART = 20, LEAST_CHANGE_NS = 5000, MARGIN = 20, ABANDONED = 8 };

struct hki_planned_clock {
  int lead;              /* the processor that asks for all; -1: none of ours */
  unsigned char now;     /* point, as last asked for */
  unsigned char raised;  /* by short parts, since the iteration before this */
  unsigned char raising; /* ... in this iteration */
};

static bool is_ours(unsigned cpu, const unsigned *cpus, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (cpus[i] == cpu)
      return true;
  return false;
}

static unsigned khz_of(const struct hki_planned *planned, unsigned clock,
                       unsigned point) {
  return planned->chip->domains[clock].points[point].khz;
}

/* One processor asks for the clock's point, the others for nothing. */
static int take_clock(const struct hki_planned *planned,
                      const struct hk_power_domain *domain,
                      const unsigned *cpus, unsigned count) {
  int lead = -1;
  for (unsigned i = 0; i < domain->cpu_count; i++) {
    unsigned cpu = domain->cpus[i];
    if (!is_ours(cpu, cpus, count))
      continue;
    if (lead < 0)
      lead = (int)cpu;
    else
      hk_power_release(planned->power, cpu);
  }
  return lead;
}

static void set(struct hki_planned *planned, unsigned clock, unsigned point) {
  struct hki_planned_clock *c = &planned->clocks[clock];
  if (c->lead < 0 || c->now == point)
    return;
  c->now = (unsigned char)point;
  hk_power_request(planned->power, (unsigned)c->lead,
                   khz_of(planned, clock, point));
}

static const unsigned char *row_of(const struct hki_planned *planned,
                                   const struct hk_points *points) {
  return points->at + (size_t)planned->price * planned->plan->clocks;
}

/* Without lowering a clock. */
static void raise_to(struct hki_planned *planned,
                     const struct hk_points *points) {
  const unsigned char *row = row_of(planned, points);
  for (unsigned i = 0; i < planned->plan->clocks; i++)
    if (row[i] > planned->clocks[i].now)
      set(planned, i, row[i]);
}

/* For the parts around this one, too. */
static void keep_raised(struct hki_planned *planned,
                        const struct hk_points *points) {
  const unsigned char *row = row_of(planned, points);
  for (unsigned i = 0; i < planned->plan->clocks; i++)
    if (row[i] > planned->clocks[i].raising)
      planned->clocks[i].raising = row[i];
}

static void set_all(struct hki_planned *planned,
                    const struct hk_points *points) {
  const unsigned char *row = row_of(planned, points);
  for (unsigned i = 0; i < planned->plan->clocks; i++) {
    const struct hki_planned_clock *clock = &planned->clocks[i];
    unsigned least =
        clock->raised > clock->raising ? clock->raised : clock->raising;
    set(planned, i, row[i] > least ? row[i] : least);
  }
}

static void set_highest(struct hki_planned *planned) {
  for (unsigned i = 0; i < planned->plan->clocks; i++)
    set(planned, i, planned->chip->domains[i].point_count - 1);
}

static void set_price(struct hki_planned *planned, unsigned price) {
  unsigned unusual = price != planned->plan->usual;
  planned->price = price;
  if (planned->unusual != unusual) /* spares others the cache line */
    __atomic_store_n(&planned->unusual, unusual, __ATOMIC_RELAXED);
}

void hki_planned_start(struct hki_planned *planned,
                       const struct hk_prices *plan,
                       const struct hk_power_chip *chip, struct hk_power *power,
                       const unsigned *cpus, unsigned count) {
  if (plan->clocks != chip->domain_count || plan->count > hk_most_prices)
    return;
  *planned = (struct hki_planned){.power = power, .chip = chip};
  planned->clocks = calloc(plan->clocks, sizeof *planned->clocks);
  if (!planned->clocks)
    return;
  bool has_one = false;
  unsigned long long longest = LEAST_CHANGE_NS;
  for (unsigned i = 0; i < plan->clocks; i++) {
    const struct hk_power_domain *domain = &chip->domains[i];
    struct hki_planned_clock *clock = &planned->clocks[i];
    clock->lead = take_clock(planned, domain, cpus, count);
    clock->now = (unsigned char)(domain->point_count - 1);
    has_one |= clock->lead >= 0;
    if (domain->transition_ns > longest)
      longest = domain->transition_ns;
  }
  if (!has_one) {
    free(planned->clocks);
    planned->clocks = NULL;
    return;
  }
  planned->plan = plan;
  planned->price = plan->usual;
  planned->least_ns = longest * PART;
  planned->estimate.prices = plan->count;
  planned->since = hki_platform_clock();
}

void hki_planned_begin(struct hki_planned *planned) {
  if (planned->plan)
    set_all(planned, planned->plan->alone);
}

/* Nanoseconds since that was asked last; they belong to `points`. */
static double account(struct hki_planned *planned,
                      const struct hk_points *points) {
  unsigned long long now = hki_platform_clock();
  double ns = (double)(now - planned->since);
  planned->since = now;
  if (planned->loop)
    hki_estimate_add(&planned->estimate, points->stretch, planned->price, ns);
  return ns;
}

/* The mean of the last ones. */
static void learn(double *usual, double ns) {
  *usual = *usual == 0 ? ns : *usual + (ns - *usual) / 4;
}

static bool is_long(const struct hki_planned *planned, double usual) {
  return usual >= (double)planned->least_ns;
}

/* What is left of the iteration may need another price than was foreseen. */
static void reconsider(struct hki_planned *planned) {
  if (!planned->loop)
    return;
  double period = (double)planned->period_ns,
         gone = (double)(planned->since - planned->begun);
  set_price(planned, hki_estimate_price(&planned->estimate,
                                        period - period / MARGIN - gone));
}

void hki_planned_enter(struct hki_planned *planned, struct hk_points *points) {
  if (!planned->plan)
    return;
  double ns = account(planned, planned->plan->alone);
  if (planned->left)
    learn(&planned->left->after_ns, ns);
  reconsider(planned);
  planned->left = points;
  if (!points)
    set_highest(planned);
  else if (is_long(planned, points->usual_ns))
    set_all(planned, points);
  else
    raise_to(planned, points);
  if (points && points->usual_ns != 0 && !is_long(planned, points->usual_ns))
    keep_raised(planned, points);
}

void hki_planned_leave(struct hki_planned *planned, struct hk_points *points) {
  if (!planned->plan)
    return;
  struct hk_points *alone = planned->plan->alone;
  double ns = account(planned, points ? points : alone);
  if (points)
    learn(&points->usual_ns, ns);
  reconsider(planned);
  if (points && !is_long(planned, points->after_ns))
    raise_to(planned, alone);
  else
    set_all(planned, alone);
}

/* Left by longjmp, or with its thread. */
static bool is_abandoned(const struct hki_planned *planned) {
  return hki_platform_clock() - planned->begun > ABANDONED * planned->period_ns;
}

static void begin_loop(struct hki_planned *planned,
                       const struct hk_deadline *loop) {
  memset(&planned->estimate, 0, sizeof planned->estimate);
  planned->estimate.prices = planned->plan->count;
  planned->loop = loop;
  planned->period_ns = loop->period_ns;
}

bool hki_planned_end_turn(struct hki_planned *planned,
                          const struct hk_deadline *loop) {
  if (!planned->plan)
    return false;
  if (!planned->loop || loop->since == 0) {
    if (planned->loop && planned->loop != loop && !is_abandoned(planned))
      return false;
    begin_loop(planned, loop);
    return true;
  }
  if (planned->loop != loop)
    return false;
  double ns = account(planned, planned->plan->alone);
  if (planned->left)
    learn(&planned->left->after_ns, ns);
  hki_estimate_end(&planned->estimate);
  return true;
}

void hki_planned_begin_turn(struct hki_planned *planned,
                            const struct hk_deadline *loop) {
  for (unsigned i = 0; i < planned->plan->clocks; i++) {
    planned->clocks[i].raised = planned->clocks[i].raising;
    planned->clocks[i].raising = 0;
  }
  planned->left = NULL;
  planned->since = hki_platform_clock();
  planned->begun = loop->since;
  reconsider(planned);
  set_all(planned, planned->plan->alone);
}

void hki_planned_end_loop(struct hki_planned *planned,
                          const struct hk_deadline *loop) {
  if (!planned->plan || planned->loop != loop)
    return;
  planned->loop = NULL;
  set_price(planned, planned->plan->usual);
  set_all(planned, planned->plan->alone);
}
