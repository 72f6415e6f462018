/* SPDX-License-Identifier: Apache-2.0
 *
 * Nets of regions: what is set at the first region of the process, and what
 * nets of pipelines ask. All may be called by any thread. */
#pragma once

#include "settings/settings.h"

/* From now on nets ask and tell as the settings say; before, regions run in
 * parallel and nothing is timed. `is_alone`: there is one processor, none runs.
 */
void hki_net_start(const struct hki_settings *settings, bool is_alone);

enum { HKI_NET_MESSAGES = 8 }; /* that one net says, at most */

enum hki_adapt hki_net_adapt(void);
bool hki_net_is_verbose(void);

/* Times of now are no measure for others: the program follows a plan of its
 * clocks. */
bool hki_net_is_planned(void);

/* HKI_ADAPT_ALTERNATE: whether to run sequentially, in an order that no loop
 * over regions can be in step with. */
bool hki_net_alternates(void);
