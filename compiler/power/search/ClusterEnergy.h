// SPDX-License-Identifier: Apache-2.0
//
// What cores have together: idle states that take all cores of a cluster, and
// what the cores of a clock share while one of them is awake.
#pragma once

#include "power/search/Timing.h"

namespace hocket::power {

/// Where all cores of a cluster sleep at once, and all of their gaps are long
/// enough, they go to its state, if that saves energy; in time, the one
/// decision after the other. Then fills in what the cores of each clock share.
/// \param clocks of the plan, by domain
/// \param plan with gaps and energies of cores that sleep each for itself
void countTogether(const Setting &setting,
                   const std::vector<std::vector<Stretch>> &clocks, Plan &plan);

} // namespace hocket::power
