// SPDX-License-Identifier: Apache-2.0
//
// Where a region's programs write lines back and drop them.
//
// After each task, before its signal, it writes back what tasks on other
// clusters will touch that wait for it; before each task, after its waits, it
// drops what those that it waits for have written elsewhere. All programs of
// other clusters than the first begin with dropping what they touch, and end
// with writing back what they have written; the entering core does the reverse
// around the region. What an earlier task on the core has dropped after the
// same wait is not dropped again, nor written back at the end what was after
// its last write.
//
// After Mase, Kimura and Kasahara's software coherence for OSCAR: write back
// before the signal, invalidate one's own after the wait.
#pragma once

#include "soc/SocSpec.h"
#include "taskgraph/RegionPlan.h"

namespace hocket::taskgraph {

/// Needs: the region's memory, and a plan with its schedules.
/// \param cluster by core of the region.
CachePlan placeCacheCalls(const TaskGraph &graph, const RegionPlan &plan,
                          const std::vector<uint32_t> &cluster);

/// What entering and leaving the region costs for them, in nanoseconds.
double entryNsOf(const ir::Program &program, const CachePlan &caches,
                 const soc::SocSpec &soc, uint32_t core);

} // namespace hocket::taskgraph
