/* SPDX-License-Identifier: Apache-2.0 */
#include "deadline/planned.h"

#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

/* Of a part's time, at most 1/PART may go to changing a clock; what a short
 * part has raised stays for HOLD times the least part that may. The least time
 * of a change, where none is known, is that of some system calls. A deadline
 * keeps 1/MARGIN of the period for what is not foreseen. A loop whose iteration
 * takes ABANDONED periods has been left. */
enum {
  PART = 20,
  HOLD = 10,
  LEAST_CHANGE_NS = 5000,
  MARGIN = 20,
  ABANDONED = 8
};

static const unsigned UNKNOWN = ~0u;

struct hki_planned_clock {
  int lead;             /* the processor that asks for all; -1: none of ours */
  unsigned now;         /* point, as last asked for; or UNKNOWN */
  unsigned char raised; /* by short parts, for others, too */
  unsigned long long until; /* when that ends */
};

static bool is_one_of(unsigned cpu, const unsigned *cpus, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (cpus[i] == cpu)
      return true;
  return false;
}

/* One processor asks for the clock's point, the others for nothing. */
static int take_clock(const struct hki_planned *planned,
                      const struct hk_power_domain *domain,
                      const unsigned *cpus, unsigned count) {
  int lead = -1;
  for (unsigned i = 0; i < domain->cpu_count; i++) {
    unsigned cpu = domain->cpus[i];
    if (!is_one_of(cpu, cpus, count))
      continue;
    if (lead < 0)
      lead = (int)cpu;
    else
      hk_power_release(planned->power, cpu);
  }
  return lead;
}

static void take_clocks(struct hki_planned *planned, const unsigned *cpus,
                        unsigned count) {
  unsigned long long longest = LEAST_CHANGE_NS;
  for (unsigned i = 0; i < planned->chip->domain_count; i++) {
    const struct hk_power_domain *domain = &planned->chip->domains[i];
    struct hki_planned_clock *clock = &planned->clocks[i];
    clock->lead = take_clock(planned, domain, cpus, count);
    clock->now = domain->point_count - 1;
    if (domain->transition_ns > longest)
      longest = domain->transition_ns;
  }
  planned->least_ns = longest * PART;
}

static const struct hk_power_domain *clock_of(const struct hk_power_chip *chip,
                                              unsigned cpu) {
  for (unsigned i = 0; i < chip->domain_count; i++)
    if (is_one_of(cpu, chip->domains[i].cpus, chip->domains[i].cpu_count))
      return &chip->domains[i];
  return NULL;
}

/* The calling thread, to those of the processors that have the clock. */
static bool keep_to(const struct hk_power_domain *domain, const unsigned *cpus,
                    unsigned count) {
  unsigned *list = malloc((domain->cpu_count + 1) * sizeof *list), length = 0;
  if (!list)
    return false;
  for (unsigned i = 0; i < domain->cpu_count; i++)
    if (is_one_of(domain->cpus[i], cpus, count))
      list[length++] = domain->cpus[i];
  bool is_kept = hki_platform_pin(hki_platform_self(), list, length);
  free(list);
  return is_kept;
}

static unsigned known_cores(const struct hk_chip *chip, const unsigned *cpus,
                            unsigned count) {
  unsigned core = 0;
  while (core < chip->core_count &&
         is_one_of(chip->cores[core].cpu, cpus, count))
    core++;
  return core;
}

/* Core 0's first processor has the clock that the plan has it on. */
static bool fits(const struct hk_prices *plan, const struct hk_chip *chip,
                 const unsigned *cpus, unsigned count) {
  const struct hk_power_domain *home =
      chip->core_count ? clock_of(&chip->power, chip->cores[0].cpu) : NULL;
  return plan->clocks == chip->power.domain_count &&
         plan->count <= hk_most_prices && count != 0 && home &&
         clock_of(&chip->power, cpus[0]) == home;
}

/* Stands for the program where a loop would; nobody looks into it. */
static const struct hk_deadline the_program;

/* As one iteration, of which is known from the start what it takes. */
static void begin_program(struct hki_planned *planned,
                          const struct hk_whole *whole) {
  planned->estimate.prices = planned->plan->count;
  for (unsigned i = 0; whole->takes && i < planned->plan->count; i++)
    planned->estimate.whole[i] = (double)whole->takes[i];
  planned->loop = &the_program;
  planned->period_ns = whole->ns;
  planned->begun = planned->since;
}

void hki_planned_start(struct hki_planned *planned,
                       const struct hk_prices *plan, const struct hk_chip *chip,
                       struct hk_power *power, const unsigned *cpus,
                       unsigned count) {
  if (!fits(plan, chip, cpus, count))
    return;
  *planned =
      (struct hki_planned){.power = power,
                           .chip = &chip->power,
                           .cores = chip->cores,
                           .known_cores = known_cores(chip, cpus, count)};
  if (plan->clocks > 1) {
    planned->is_kept = keep_to(clock_of(&chip->power, cpus[0]), cpus, count);
    if (!planned->is_kept)
      return;
  }
  planned->clocks = calloc(plan->clocks, sizeof *planned->clocks);
  if (!planned->clocks)
    return;
  take_clocks(planned, cpus, count);
  planned->plan = plan;
  planned->price = plan->usual;
  planned->since = hki_platform_clock();
  if (plan->whole)
    begin_program(planned, plan->whole);
}

static void set(struct hki_planned *planned, unsigned clock, unsigned point) {
  struct hki_planned_clock *c = &planned->clocks[clock];
  if (c->lead < 0 || c->now == point)
    return;
  c->now = point;
  hk_power_request(planned->power, (unsigned)c->lead,
                   planned->chip->domains[clock].points[point].khz);
}

static const unsigned char *row_of(const struct hki_planned *planned,
                                   const struct hk_points *points,
                                   unsigned price) {
  return points->at + (size_t)price * planned->plan->clocks;
}

/* Without lowering a clock. */
static void raise_to(struct hki_planned *planned,
                     const struct hk_points *points) {
  const unsigned char *row = row_of(planned, points, planned->price);
  for (unsigned i = 0; i < planned->plan->clocks; i++)
    if (row[i] > planned->clocks[i].now)
      set(planned, i, row[i]);
}

/* For the parts around this one, too. */
static void keep_raised(struct hki_planned *planned,
                        const struct hk_points *points) {
  const unsigned char *row = row_of(planned, points, planned->price);
  for (unsigned i = 0; i < planned->plan->clocks; i++) {
    struct hki_planned_clock *clock = &planned->clocks[i];
    if (planned->since < clock->until && row[i] < clock->raised)
      continue;
    clock->raised = row[i];
    clock->until = planned->since + HOLD * planned->least_ns;
  }
}

static void set_all(struct hki_planned *planned,
                    const struct hk_points *points) {
  const unsigned char *row = row_of(planned, points, planned->price);
  for (unsigned i = 0; i < planned->plan->clocks; i++) {
    const struct hki_planned_clock *clock = &planned->clocks[i];
    bool holds = planned->since < clock->until && clock->raised > row[i];
    set(planned, i, holds ? clock->raised : row[i]);
  }
}

static void set_price(struct hki_planned *planned, unsigned price) {
  unsigned unusual = price != planned->plan->usual;
  planned->price = price;
  if (planned->unusual != unusual) /* spares others the cache line */
    __atomic_store_n(&planned->unusual, unusual, __ATOMIC_RELAXED);
}

static bool has_reached(const struct hki_planned *planned,
                        const unsigned char *row) {
  for (unsigned i = 0; i < planned->plan->clocks; i++)
    if (planned->clocks[i].lead >= 0 && planned->clocks[i].now < row[i])
      return false;
  return true;
}

/* A core's, of the clock that it is on. */
static void ask(const struct hki_planned *planned, unsigned core,
                unsigned point) {
  unsigned cpu = planned->cores[core].cpu;
  const struct hk_power_domain *clock = clock_of(planned->chip, cpu);
  if (clock)
    hk_power_request(planned->power, cpu, clock->points[point].khz);
}

void hki_planned_wish(const struct hki_planned *planned, unsigned core,
                      unsigned slot) {
  if (planned->wished)
    ask(planned, core, planned->wished[slot]);
}

static bool is_core(const struct hki_planned *planned, int cpu,
                    unsigned cores) {
  for (unsigned i = 0; i < cores; i++)
    if ((int)planned->cores[i].cpu == cpu)
      return true;
  return false;
}

/* All cores of the region ask, for their first tasks at first; who has asked
 * for a clock and is none of them asks for the least. */
static void begin_wishes(struct hki_planned *planned,
                         const struct hk_wishes *wishes) {
  planned->wishes = wishes;
  planned->wished = wishes->at + (size_t)planned->price * wishes->slots;
  for (unsigned i = 0; i < wishes->cores; i++)
    hki_planned_wish(planned, i, wishes->first[i]);
  for (unsigned i = 0; i < planned->plan->clocks; i++)
    if (!is_core(planned, planned->clocks[i].lead, wishes->cores))
      set(planned, i, 0);
}

/* Not while a short part keeps a clock up for those around it. */
static bool may_wish(const struct hki_planned *planned,
                     const struct hk_wishes *wishes) {
  if (!wishes || wishes->cores > planned->known_cores)
    return false;
  for (unsigned i = 0; i < planned->plan->clocks; i++)
    if (planned->since < planned->clocks[i].until)
      return false;
  return true;
}

/* One processor of each clock asks again. What it is to ask for it does at
 * once, so that no clock is nobody's in between. */
static void end_wishes(struct hki_planned *planned) {
  const struct hk_wishes *wishes = planned->wishes;
  planned->wished = NULL;
  planned->wishes = NULL;
  for (unsigned i = 0; i < planned->plan->clocks; i++)
    if (is_core(planned, planned->clocks[i].lead, wishes->cores))
      planned->clocks[i].now = UNKNOWN;
  set_all(planned, planned->plan->alone);
  for (unsigned i = 0; i < wishes->cores; i++) {
    unsigned cpu = planned->cores[i].cpu;
    bool is_lead = false;
    for (unsigned k = 0; k < planned->plan->clocks; k++)
      is_lead |= planned->clocks[k].lead == (int)cpu;
    if (!is_lead)
      hk_power_release(planned->power, cpu);
  }
}

/* The dearest price whose points all clocks have reached: where others have
 * raised them, or they have not been lowered, the part was as fast as that. */
static unsigned price_reached(const struct hki_planned *planned,
                              const struct hk_points *points) {
  unsigned price = planned->wished ? planned->price : 0;
  while (price < planned->price &&
         !has_reached(planned, row_of(planned, points, price)))
    price++;
  return price;
}

/* Nanoseconds since that was asked last; they belong to `points`. */
static double account(struct hki_planned *planned,
                      const struct hk_points *points) {
  unsigned long long now = hki_platform_clock();
  double ns = (double)(now - planned->since);
  planned->since = now;
  if (planned->loop)
    hki_estimate_add(&planned->estimate, points->stretch,
                     price_reached(planned, points), ns);
  return ns;
}

/* The mean of the last ones. */
static void learn(double *usual, double ns) {
  *usual = *usual == 0 ? ns : *usual + (ns - *usual) / 4;
}

static bool is_long(const struct hki_planned *planned, double usual) {
  return usual >= (double)planned->least_ns;
}

/* By longjmp, or with its thread. */
static bool is_abandoned(const struct hki_planned *planned) {
  return planned->since - planned->begun > ABANDONED * planned->period_ns;
}

static void forget_loop(struct hki_planned *planned) {
  planned->loop = NULL;
  set_price(planned, planned->plan->usual);
}

/* What is left of the iteration may need another price than was foreseen. */
static void reconsider(struct hki_planned *planned) {
  if (!planned->loop)
    return;
  if (is_abandoned(planned)) {
    forget_loop(planned);
    return;
  }
  double period = (double)planned->period_ns,
         gone = (double)(planned->since - planned->begun);
  set_price(planned, hki_estimate_price(&planned->estimate,
                                        period - period / MARGIN - gone));
}

void hki_planned_begin(struct hki_planned *planned) {
  if (!planned->plan)
    return;
  reconsider(planned);
  set_all(planned, planned->plan->alone);
}

static void end_alone(struct hki_planned *planned) {
  double ns = account(planned, planned->plan->alone);
  if (planned->left)
    learn(&planned->left->after_ns, ns);
}

void hki_planned_enter(struct hki_planned *planned, struct hk_points *points) {
  if (!planned->plan)
    return;
  points = points ? points : planned->plan->together;
  end_alone(planned);
  reconsider(planned);
  planned->left = points;
  if (is_long(planned, points->usual_ns)) {
    if (may_wish(planned, points->wishes))
      begin_wishes(planned, points->wishes);
    else
      set_all(planned, points);
    return;
  }
  raise_to(planned, points);
  if (points->usual_ns != 0)
    keep_raised(planned, points);
}

void hki_planned_leave(struct hki_planned *planned, struct hk_points *points) {
  if (!planned->plan)
    return;
  points = points ? points : planned->plan->together;
  learn(&points->usual_ns, account(planned, points));
  reconsider(planned);
  if (planned->wishes)
    end_wishes(planned);
  else if (is_long(planned, points->after_ns))
    set_all(planned, planned->plan->alone);
  else
    raise_to(planned, planned->plan->alone);
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
  end_alone(planned);
  bool is_its_own = planned->loop == loop && loop->since != 0;
  if (planned->loop && planned->loop != loop && !is_abandoned(planned))
    return false;
  if (is_its_own)
    hki_estimate_end(&planned->estimate);
  else
    begin_loop(planned, loop);
  return true;
}

void hki_planned_begin_turn(struct hki_planned *planned,
                            const struct hk_deadline *loop) {
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
  end_alone(planned);
  forget_loop(planned);
  set_all(planned, planned->plan->alone);
}
