/* SPDX-License-Identifier: Apache-2.0
 *
 * Nets of regions: what is set at the first region of the process. */
#pragma once

#include "settings/settings.h"

/* From now on nets ask and tell as the settings say; before, regions run in
 * parallel and nothing is timed. `is_alone`: there is one processor, none runs.
 */
void hki_net_start(const struct hki_settings *settings, bool is_alone);
