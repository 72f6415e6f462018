// SPDX-License-Identifier: Apache-2.0
//
// Proves of a plan that no core reads a copy of a replicated scalar that it let
// become out of date, and finds who has the values at the region's end.
//
// Needs: a plan whose levels are verified, so that a core runs what concerns
// one scalar in the order of text. Shares nothing with what chose the groups.
#pragma once

#include "taskgraph/RegionPlan.h"

namespace hocket::taskgraph {

/// \returns RegionPlan::leavers. Throws std::logic_error with the task that
/// reads, or the scalar that no core has in the end.
std::map<ir::ObjectId, uint32_t> checkCopies(const ir::Program &program,
                                             const Region &region,
                                             const RegionPlan &plan);

} // namespace hocket::taskgraph
