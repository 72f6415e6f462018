/* SPDX-License-Identifier: Apache-2.0
 *
 * The back end `mmio`. Registers that a UIO device maps.
 */
#pragma once

#include "power/backend.h"

extern const struct hki_power_backend hki_power_mmio;
