// SPDX-License-Identifier: Apache-2.0
//
// What the cores of a timed plan do in their gaps, and what all of it costs.
#pragma once

#include "power/search/Timing.h"

namespace hocket::power {

/// Fills in gaps and energies of a plan with placements, runs, changes and
/// makespan. Each gap gets the idle state that costs least in it, of those that
/// it is long enough for; a core is awake again when its gap ends.
/// \param horizonNs until when; the makespan where it is later.
void countEnergy(const Setting &setting, double horizonNs, Plan &plan);

} // namespace hocket::power
