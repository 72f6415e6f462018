// SPDX-License-Identifier: Apache-2.0
//
// Candidates of one round: regions that could run in parallel, with the
// dependences of their tasks.
//
// Needs: what earlier rounds found. Promises: well-formed regions that do not
// overlap, each with tasks that can run side by side, and all together within
// the budget of the cost estimate; unless costs decide nothing.
#pragma once

#include "planning/Context.h"
#include "planning/Findings.h"

#include <vector>

namespace hocket::planning {

/// What is dropped on the way is added to the findings.
std::vector<taskgraph::TaskGraph>
candidateGraphs(const Context &context, Caches &caches, Findings &findings);

} // namespace hocket::planning
