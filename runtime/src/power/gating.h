/* SPDX-License-Identifier: Apache-2.0
 *
 * Gating inside: what is known of each core, and what the platform does for it.
 */
#pragma once

#include "hocket/power.h"

#include <stdbool.h>

struct hki_power_machine; /* the platform's: files, journal */
struct hki_gate_means;    /* the platform's: how states are kept from it */

enum { HKI_STATE_UNKNOWN = -2 };

struct hki_gate {
  struct hk_gates *gates;
  unsigned cpu;
  struct hk_idle_table table;
  struct hk_idle_state *own_states; /* to be freed, with their names */
  int allowed;       /* the deepest state the kernel may use; -1 none */
  const char *means; /* hk_gate_means */
  struct hki_gate_means *platform; /* NULL before the first sleep */
  char *affinity;                  /* of the thread that waits offline */
};

struct hk_gates {
  struct hk_gate_options options;
  struct hki_power_machine *machine; /* NULL: nothing to change here */
  long process; /* that opened it: its forked children change nothing */
  struct hki_gate *gates;
  unsigned count;
};

/* hk_gate_open on the machine that tests make up; NULL: this one. */
int hki_gates_open(const struct hk_power_chip *chip,
                   const struct hk_gate_options *options,
                   struct hki_power_machine *machine, struct hk_gates **gates);

/* This process opened them: it is no forked child. */
bool hki_gates_are_ours(const struct hk_gates *gates);

/* "cpuN: ..." to the program's report function. */
void hki_gate_say(const struct hki_gate *gate, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
