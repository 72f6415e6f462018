/* SPDX-License-Identifier: Apache-2.0
 *
 * Frequency control inside. A struct hki_clock is what is set as one: a cpufreq
 * policy, or a frequency domain of the SoC spec. Cores write their wishes side
 * by side (request.c); whoever holds the clock's turn passes the highest on to
 * the back end, so that a back end is never entered twice at a time for one
 * clock. Back ends that the system has are in the files of its platform.
 */
#pragma once

#include "hocket/power.h"

#include <stdbool.h>

struct hki_clock;
struct hki_power_machine; /* the platform's: files, journal */

struct hki_power_backend {
  enum hk_power_backend kind;
  /* Makes itself ready for the clock: 0, or -errno having said why. */
  int (*open)(struct hki_clock *clock);
  /* `khz` is one of the clock's points, or any number if it has none. 0;
   * -EBUSY: not now, as no core of the clock is online; or another -errno
   * having said why: the back end cannot go on. */
  int (*set)(struct hki_clock *clock, unsigned khz);
  long (*now)(struct hki_clock *clock); /* kHz or -errno */
  /* Puts back, unless this is a forked child, and frees. */
  void (*close)(struct hki_clock *clock);
};

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
  unsigned turn;           /* requests since somebody took the turn; 0: free */
  unsigned target;         /* kHz that the back end was last given; 0: it
                              could not be set, the next request tries again */

  /* Of whoever has the turn. */
  const struct hki_power_backend *backend;
  unsigned kind; /* its enum hk_power_backend, for all to read */
  void *state;   /* the back end's own */
  bool was_busy; /* which has been said */
  int claim;     /* its number in the journal; 0: none, < 0: refused */
  unsigned long changes, clamped, refused, replaced;
};

struct hki_place {
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
  struct hki_place *places; /* by cpu */
  unsigned place_count;
};

extern const struct hki_power_backend hki_power_none, hki_power_sim;

/* hk_power_open on the machine that tests make up; NULL: this one. */
int hki_power_open(const struct hk_power_chip *chip,
                   const struct hk_power_options *options,
                   struct hki_power_machine *machine, struct hk_power **power);

/* Passes the highest wish on, if it is not in effect; see request.c. */
int hki_power_settle(struct hki_clock *clock);

/* Gives the clock the first back end that works, from `first` on in the order
 * of preference. In the clock's turn, or before anybody knows the clock. */
void hki_power_choose(struct hki_clock *clock, enum hk_power_backend first);

/* One more clock in power->clocks, with no core and no back end yet. */
struct hki_clock *hki_power_add(struct hk_power *power,
                                const struct hk_power_domain *domain);

/* The core is on the clock from now on. 0 or -ENOMEM. */
int hki_power_place(struct hki_clock *clock, unsigned cpu);

/* This process opened it: it is no forked child. */
bool hki_power_is_ours(const struct hk_power *power);

/* The program uses the core, and no clock has it yet. */
bool hki_power_lacks(const struct hk_power *power, unsigned cpu);

/* By a back end that has read back what it set: counts what is another
 * frequency, by more than 1 %, and says so the first time. */
void hki_power_compare(struct hki_clock *clock, unsigned khz, long found);

/* "NAME: ..." to the program's report function. */
void hki_power_say(const struct hki_clock *clock, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Of the platform. The machine to change, NULL if there is none or no memory;
 * the most clocks that it has; adds its clocks for cores that have none yet (0
 * or -ENOMEM); its back end of a kind, NULL if it has none such. The machine
 * may be NULL in all of them. */
struct hki_power_machine *hki_power_machine_open(void);
void hki_power_machine_close(struct hki_power_machine *machine);
unsigned hki_power_machine_clocks(struct hki_power_machine *machine);
int hki_power_machine_add(struct hk_power *power);
const struct hki_power_backend *
hki_power_backend(enum hk_power_backend backend);
