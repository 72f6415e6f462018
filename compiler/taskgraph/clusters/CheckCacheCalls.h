// SPDX-License-Identifier: Apache-2.0
//
// The independent check of where lines are written back and dropped: from the
// dependences of each level and the waits there are, not from how the calls
// came to their places. Shares no code with PlaceCacheCalls.cpp.
#pragma once

#include "taskgraph/RegionPlan.h"

#include <string>
#include <vector>

namespace hocket::taskgraph {

/// Proves that what one task has written and another touches on another cluster
/// is written back on the one side, then waited for, then dropped on the other;
/// that programs of other clusters than the first begin and end so against the
/// entry, and that no two clusters write parts of one line unordered.
/// \returns what is wrong, one line each; empty if the plan is right.
std::vector<std::string> checkCacheCalls(const ir::Program &program,
                                         const TaskGraph &graph,
                                         const RegionPlan &plan);

} // namespace hocket::taskgraph
