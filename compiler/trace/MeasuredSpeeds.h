// SPDX-License-Identifier: Apache-2.0
//
// How fast each core was, from what the chunks of loops took there and what was
// planned for them.
//
// A loop that takes twice the planned time on each core says nothing of the
// cores, only that its cost was guessed too low. So each loop has a factor of
// its own, and each core a speed, such that the time of a core is the planned
// times of its chunks by their loops' factors over its speed; they are found in
// turn, as in iterative proportional fitting.
#pragma once

#include "trace/ComparePlan.h"

#include <map>

namespace hocket::trace {

/// What each of the plan's cores has to give, of what the chip's spec takes it
/// for, the best one 1; by the number of the processor that it was on, or else
/// was planned to be. What the plan knew already is in it. Empty: some core ran
/// no chunk of a loop that others ran, too, two were on one processor, or the
/// plan does not tell its cores.
std::map<unsigned, double>
measuredSpeeds(const Plan &plan, const Trace &trace,
               const std::vector<RegionComparison> &comparisons);

} // namespace hocket::trace
