// SPDX-License-Identifier: Apache-2.0
//
// Chunks that may write parts of one line, with nothing to order them, run on
// one cluster.
#pragma once

#include "taskgraph/LevelProblem.h"

namespace hocket::taskgraph {

/// \param cluster by core of the region.
/// \returns the cores of those that are not alone with their lines. A group of
/// them goes where most of its chunks would, or to the calling thread's cluster
/// with a task that runs there.
PinnedChunks keepTogether(const TaskGraph &graph,
                          const std::vector<uint32_t> &cluster);

/// No loop's chunks may be on several clusters.
bool areAllTogether(const TaskGraph &graph);

} // namespace hocket::taskgraph
