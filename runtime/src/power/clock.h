/* SPDX-License-Identifier: Apache-2.0
 *
 * Frequency control inside: the data. A struct hki_clock is what is set as one:
 * a cpufreq policy, or a frequency domain of the SoC spec. Cores write their
 * wishes side by side (request.c); one of those who ask, the combiner, passes
 * the highest on to the back end.
 */
#pragma once

#include "power/backend.h"

#include <stdbool.h>

struct hki_power_machine; /* the platform's: files, journal */

/* What one core asks for, on a cache line of its own. */
struct hki_wish {
  unsigned khz; /* 0: nothing */
  unsigned long requests;
} __attribute__((aligned(64)));

struct hki_clock {
  struct hk_power *power;
  const struct hk_power_domain *domain; /* of the spec; may be NULL */
  char name[48];                        /* for messages */
  int policy;                           /* cpufreq's number; -1: none */
  unsigned *cpus;
  unsigned cpu_count;
  const struct hk_power_point *points; /* ascending, at least one */
  unsigned point_count;
  bool is_continuous; /* frequencies between the points can be had, too */
  struct hk_power_point *own_points; /* to be freed; NULL: the spec's */
  unsigned long long transition_ns;

  struct hki_wish *wishes; /* one for each of cpus */
  unsigned pending;        /* requests since there is a combiner; 0: there is
                              none */
  unsigned target;         /* kHz that the back end was last given; 0: it
                              could not be set, the next request tries again */

  /* The combiner's. */
  const struct hki_power_backend *backend;
  unsigned kind; /* its enum hk_power_backend, for all to read */
  void *state;   /* the back end's own */
  bool was_busy; /* which has been said */
  int claim;     /* its number in the journal; 0: none, < 0: refused */
  unsigned long changes, clamped, refused, replaced;
};

struct hki_core_clock {
  struct hki_clock *clock; /* NULL: none has this core */
  unsigned slot;           /* in its wishes */
};

struct hk_power {
  const struct hk_power_chip *chip; /* may be NULL */
  struct hk_power_options options;
  struct hki_power_machine *machine; /* NULL: nothing to change here */
  long process; /* that opened it: its forked children change nothing */
  struct hki_clock *clocks;
  unsigned clock_count;
  struct hki_core_clock *cores; /* by cpu */
  unsigned core_count;
};

/* One more clock in power->clocks, with no core and no back end yet. */
struct hki_clock *hki_power_add(struct hk_power *power,
                                const struct hk_power_domain *domain);

/* The core is on the clock from now on. 0 or -ENOMEM. */
int hki_power_attach(struct hki_clock *clock, unsigned cpu);

/* This process opened it: it is no forked child. */
bool hki_power_is_ours(const struct hk_power *power);

/* The program uses the core, and no clock has it yet. */
bool hki_power_lacks(const struct hk_power *power, unsigned cpu);

/* "NAME: ..." to the program's report function. */
void hki_power_say(const struct hki_clock *clock, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
