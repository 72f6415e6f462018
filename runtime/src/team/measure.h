/* SPDX-License-Identifier: Apache-2.0
 *
 * What a hand-over costs on this machine.
 */
#pragma once

#include "team/team.h"

/* Finds out hk_handover; of a team with a worker that waits for orders. */
void hki_measure(struct hki_team *team);

/* Whether there is one processor, so that nothing pays. */
void hki_measure_alone(bool alone);
