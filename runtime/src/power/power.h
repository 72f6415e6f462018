/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening frequency control.
 */
#pragma once

#include "hocket/power.h"

struct hki_power_machine; /* the platform's: files, journal */

/* hk_power_open on the machine that tests make up; NULL: this one. */
int hki_power_open(const struct hk_power_chip *chip,
                   const struct hk_power_options *options,
                   struct hki_power_machine *machine, struct hk_power **power);
