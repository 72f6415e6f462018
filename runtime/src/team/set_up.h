/* SPDX-License-Identifier: Apache-2.0
 *
 * Making the team: what the user asks for, and what the machine has.
 */
#pragma once

#include "team/team.h"

/* Reads the settings, reserves, looks for processors: once, before the first
 * region. */
void hki_team_set_up(struct hki_team *team);

/* Sees to that for who needs no region, but what the team was made with:
 * `settings`, `processors`, `num_processors` and `usable`, which do not change
 * afterwards. False while a thread has entered, and where there is no team. */
bool hki_team_ask(struct hki_team *team);

/* Takes the team, which then is made, for the calling thread; false: likewise.
 */
bool hki_team_take(struct hki_team *team);
void hki_team_give_back(struct hki_team *team);
