// SPDX-License-Identifier: Apache-2.0
//
// Candidates with costs, schedules and what their entries test.
//
// Needs: graphs of one round. Promises: one planned region for each graph, in
// their order, with a verified schedule; what a task costs comes from the
// profile where one tells, else from machine code of its body, else from its
// rough size.
#pragma once

#include "planning/Context.h"

#include <string>
#include <vector>

namespace hocket::planning {

/// \param problem is set to why rough sizes had to do, if so.
std::vector<PlannedRegion>
planCandidates(const Context &context, std::vector<taskgraph::TaskGraph> graphs,
               Caches &caches, std::string &problem);

} // namespace hocket::planning
