/* SPDX-License-Identifier: Apache-2.0
 *
 * What the program has of the machine: the chip that it was made for, cores
 * that are reserved (HOCKET_RESERVE) and clocks that it sets (HOCKET_POWER).
 * Both are taken before the first region and put back at exit. Where something
 * cannot be had the program does without, and says so once under
 * HOCKET_VERBOSE.
 */
#pragma once

#include "deadline/planned.h"
#include "settings/settings.h"

#include "hocket/abi_chip.h"
#include "hocket/hocket.h"
#include "hocket/power.h"
#include "hocket/reserve.h"

struct hki_resources {
  const struct hk_chip *chip; /* that the program was compiled for, if this
                                 machine may have it; NULL: not known */
  struct hk_reservation *reservation; /* NULL: none */
  struct hk_power *power;             /* NULL: clocks are left alone */
  struct hk_gates *gates;             /* NULL: idle states are, too */
  bool may_rest;                      /* cores that wait may rest */
  struct hki_planned planned; /* clocks that follow the compiler's plan */
};

/* Looks whether this machine has the program's chip: before all else. */
void hki_know_chip(struct hki_resources *resources,
                   const struct hki_settings *settings);

/* Reserves cores: before the processors of the affinity mask are looked at. */
void hki_reserve_cores(struct hki_resources *resources,
                       const struct hki_settings *settings);

/* Takes the clocks of these processors (NULL: of all), which then run at their
 * highest operating points. */
void hki_take_clocks(struct hki_resources *resources,
                     const struct hki_settings *settings, const unsigned *cpus,
                     unsigned count);

/* A worker that waits for the next region: how long such gaps were. Its own. */
struct hki_rest {
  struct hk_gap gap;
};

/* Waits until `flag` has reached `target`, for the next region, after a short
 * wait was in vain. The core's clock goes to its lowest operating point where
 * the gap is expected to be worth two transitions and clocks are not planned,
 * and the core is gated as deep as pays. Only in an isolated reservation
 * (may_rest): elsewhere the program's own threads may come to this processor.
 */
void hki_rest(const struct hki_resources *resources, struct hki_rest *rest,
              unsigned core, struct hk_flag *flag, unsigned target);

/* In a forked child: they are the parent's. */
void hki_disown(struct hki_resources *resources);
