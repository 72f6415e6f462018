/* SPDX-License-Identifier: Apache-2.0
 *
 * The back end `cpufreq`. Linux's userspace governor: scaling_setspeed.
 */
#pragma once

#include "power/backend.h"

extern const struct hki_power_backend hki_power_cpufreq;
