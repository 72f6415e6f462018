/* SPDX-License-Identifier: Apache-2.0
 *
 * Which processor each thread of the team is on.
 */
#pragma once

#include "team/team.h"

/* When the team has grown: gives all threads their processors, and says which
 * under HOCKET_VERBOSE. */
void hki_place(struct hki_team *team);

/* At an entry, of a team whose workers are pinned: if the entering thread is on
 * another processor than before, what follows from that. */
void hki_place_again(struct hki_team *team);
