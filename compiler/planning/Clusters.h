// SPDX-License-Identifier: Apache-2.0
//
// Regions on clusters whose caches are not coherent: which of them may have
// cores of several, and which do better on one.
#pragma once

#include "planning/Context.h"
#include "planning/Findings.h"

#include <vector>

namespace hocket::planning {

/// Of the cores that the program gets, those that are coherent with the first;
/// they come first.
unsigned coresOfFirstCluster(const Context &context);

/// What the tasks do to memory, if the region has cores of several clusters.
void addMemory(const Context &context, taskgraph::TaskGraph &graph);

/// Regions that cannot have cores of several clusters are to have those of one,
/// and loops whose chunks meet in lines are to be cut elsewhere.
/// \returns whether regions have to be formed anew
bool settleClusters(const std::vector<taskgraph::TaskGraph> &graphs,
                    Findings &findings);

/// The same for regions that take less time so.
void leaveOnOneCluster(const std::vector<PlannedRegion> &regions,
                       Findings &findings);

/// Whether the region takes no longer on the cores of the first cluster.
bool isBetterOnOneCluster(const Context &context, const PlannedRegion &region);

/// The region's cores; its costs are left for these alone.
std::vector<uint32_t> coresOf(const Context &context, PlannedRegion &region);

} // namespace hocket::planning
