// SPDX-License-Identifier: Apache-2.0
//
// Costs that a profile has measured, in the place of those that the machine
// model predicts.
//
// The program ran on one core, so a time is that of the fastest core of the
// plan; what others take follows as the model has it. Times from another chip
// tell proportions alone: then all measured leaves together take as long as the
// model says, and what waited for memory there is not known here.
#pragma once

#include "ir/Measured.h"
#include "taskgraph/RegionPlan.h"

#include <string>
#include <vector>

namespace hocket::cost {

/// \param costs of the regions by the model, in their order; nanoseconds.
/// \param chip that is planned for, as in Measured::chip
void useMeasured(const ir::Measured &measured, const std::string &chip,
                 const std::vector<taskgraph::Region> &regions,
                 std::vector<taskgraph::RegionCosts> &costs);

/// The task's cost is a measured one.
bool isMeasured(const ir::Measured &measured, const taskgraph::MacroTask &task);

} // namespace hocket::cost
