/* SPDX-License-Identifier: Apache-2.0
 *
 * The back end that takes everything and does nothing.
 */
#pragma once

#include "power/backend.h"

extern const struct hki_power_backend hki_power_none;
