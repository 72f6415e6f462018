/* SPDX-License-Identifier: Apache-2.0
 *
 * The back end `limits`. Linux's limits: scaling_min_freq and scaling_max_freq.
 */
#pragma once

#include "power/backend.h"

extern const struct hki_power_backend hki_power_limits;
