// SPDX-License-Identifier: Apache-2.0
//
// A schedule with tasks on units, as its cores see it: they start such tasks,
// and the rest passes without them, whatever their clocks do.
#pragma once

#include "scheduling/Problem.h"

namespace hocket::scheduling {

/// Nanoseconds that a unit has the task once it is started; nothing: a core
/// runs it.
std::optional<double> unitNs(const Problem &problem, const Schedule &schedule,
                             TaskIndex task);

/// The problem with starts in place of tasks on units: as long on every core,
/// and all of it independent of the clock.
Problem coreView(const Problem &problem, const Schedule &schedule);

} // namespace hocket::scheduling
