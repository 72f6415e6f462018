/* SPDX-License-Identifier: Apache-2.0
 *
 * Clocks that follow the compiler's plan: at each region and between them they
 * are set to the points of the price of time in force. That is the objective's,
 * but in a loop with a deadline: there it is the least one at which the
 * iteration ends in time.
 *
 * A change takes its time. So a part that is short against it never lowers a
 * clock; it may raise one, which then stays for some time for the parts around
 * it.
 *
 * In a region whose cores ask for other points from task to task, all of them
 * ask for themselves; else one processor of each clock does.
 *
 * What runs alone runs on the clock that the plan has it on: the thread is kept
 * to the processors of that clock, for others are slow meanwhile.
 *
 * The thread that has entered the team owns all of it.
 */
#pragma once

#include "deadline/estimate.h"

#include "hocket/power.h"

#include <stdbool.h>

struct hki_planned {
  const struct hk_prices *plan; /* NULL: clocks are not planned */
  struct hk_power *power;
  const struct hk_power_chip *chip;
  const struct hk_chip_core *cores; /* of it */
  struct hki_planned_clock *clocks; /* plan->clocks of them */
  unsigned known_cores; /* of the chip's, from 0 on: the program may use them */
  const struct hk_wishes *wishes; /* of the region that runs; NULL: none */
  const unsigned char *wished;    /* their points at the price in force */
  bool is_kept;                   /* the thread, to processors of one clock */
  unsigned long long least_ns;    /* parts that are shorter lower no clock */
  unsigned price;                 /* in force */
  unsigned unusual; /* it is another than outside of such loops; atomic */
  unsigned long long since;       /* what was done before is accounted for */
  struct hk_points *left;         /* the last region; NULL: none yet */
  const struct hk_deadline *loop; /* that the price is for, not to be looked
                                     into; NULL: none */
  unsigned long long period_ns;   /* of it */
  unsigned long long begun;       /* its iteration */
  struct hki_estimate estimate;
};

/* Takes the clocks over, by the thread that is core 0. \param cpus the
 * program's, core 0's first; nothing is planned where that one is not of the
 * clock that the plan has it on, where the thread cannot be kept
 * there, or where there is no memory. */
void hki_planned_start(struct hki_planned *planned,
                       const struct hk_prices *plan, const struct hk_chip *chip,
                       struct hk_power *power, const unsigned *cpus,
                       unsigned count);

/* Sets them for what one core runs alone. */
void hki_planned_begin(struct hki_planned *planned);

/* Around a region. \param points NULL: the region has none, and runs at those
 * for all cores */
void hki_planned_enter(struct hki_planned *planned, struct hk_points *points);
void hki_planned_leave(struct hki_planned *planned, struct hk_points *points);

/* The iteration ends, before its period is waited for; false: another loop is
 * what the price is for. */
bool hki_planned_end_turn(struct hki_planned *planned,
                          const struct hk_deadline *loop);

/* And the next one begins. */
void hki_planned_begin_turn(struct hki_planned *planned,
                            const struct hk_deadline *loop);

/* The loop has ended. */
void hki_planned_end_loop(struct hki_planned *planned,
                          const struct hk_deadline *loop);

/* In a region, by the thread that runs core `core` of it. */
void hki_planned_wish(const struct hki_planned *planned, unsigned core,
                      unsigned slot);
