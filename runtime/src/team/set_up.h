/* SPDX-License-Identifier: Apache-2.0
 *
 * Making the team: what the user asks for, and what the machine has.
 */
#pragma once

#include "team/team.h"

/* Reads the settings, reserves, looks for processors: once, before the first
 * region. */
void hki_team_set_up(struct hki_team *team);
