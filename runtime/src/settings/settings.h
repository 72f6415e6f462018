/* SPDX-License-Identifier: Apache-2.0
 *
 * What the user said in the environment (docs/runtime.md lists the variables).
 */
#pragma once

#include "hocket/power.h"
#include "hocket/reserve.h"

#include <stdbool.h>

/* How a thread waits for a flag before it goes to sleep. */
enum hki_wait_strategy {
  HKI_WAIT_ADAPTIVE, /* spin as long as that pays; yield where there are more
                        cores than processors; then sleep */
  HKI_WAIT_SPIN,     /* spin, however long it takes */
  HKI_WAIT_YIELD,    /* give the processor to others until it is time */
  HKI_WAIT_FUTEX,    /* sleep at once */
  HKI_WAIT_POWER,    /* rest in the processor's wait instruction, then sleep */
};

/* Whether regions that have a net change to what is faster. */
enum hki_adapt {
  HKI_ADAPT_ON,
  HKI_ADAPT_OFF,       /* they run in parallel */
  HKI_ADAPT_ALTERNATE, /* for tests: about every other entry is sequential */
};

/* Whether loops run ahead in children (speculate/). */
enum hki_speculate {
  HKI_SPECULATE_ON,
  HKI_SPECULATE_OFF,
  HKI_SPECULATE_ALWAYS, /* for tests: however short they are */
};

enum hki_launch { HKI_LAUNCH_ANY, HKI_LAUNCH_OPENMP, HKI_LAUNCH_THREADS };

struct hki_settings {
  unsigned cores; /* HOCKET_CORES; 0: not set */
  enum hki_launch launcher;
  enum hki_wait_strategy wait;  /* HOCKET_WAIT */
  enum hki_adapt adapt;         /* HOCKET_ADAPT */
  enum hki_speculate speculate; /* HOCKET_SPECULATE */
  bool threads_only;            /* HOCKET_CROWDED: cores never share a thread */
  bool verbose;
  bool tells_attempts;         /* and each attempt to run a loop ahead */
  const char *trace;           /* HOCKET_TRACE: a file; NULL: not set */
  unsigned trace_events;       /* HOCKET_TRACE_EVENTS: for each core, at most */
  bool has_reserve, has_power; /* HOCKET_RESERVE, HOCKET_POWER are set */
  enum hk_reserve_level reserve; /* how cores are reserved */
  bool power_on;                 /* clocks are set, by this back end */
  enum hk_power_backend power;
};

/* The most cores a team may have. */
enum { HKI_MOST_CORES = 1024 };

/* Reads the variables. A value that makes no sense is reported once and counts
 * as not set. */
void hki_settings_read(struct hki_settings *settings);

/* HOCKET_CORES alone, without a word; 0: not set or senseless. */
unsigned hki_settings_cores(void);
