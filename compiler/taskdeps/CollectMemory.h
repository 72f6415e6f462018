// SPDX-License-Identifier: Apache-2.0
//
// What the tasks of a region do to memory, and which of them write parts of one
// line of a cache, for clusters that are not coherent.
//
// Needs: the region's dependences. Promises: every access is in the sets of its
// task, but to private copies and to what is not cached; every pair of chunks
// that may write parts of one line, with nothing to order them, is in
// `together`. Out of budget: all that write are.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "taskdeps/MemoryRequest.h"
#include "taskdeps/RegionMemory.h"
#include "taskdeps/RegionShape.h"
#include "taskdeps/TaskDependence.h"
#include "verdict/LoopVerdict.h"

#include <vector>

namespace hocket::polyhedral {

RegionMemory collectMemory(const ProgramIndex &index,
                           const std::vector<LoopVerdict> &verdicts,
                           const RegionShape &region,
                           const std::vector<TaskDependence> &dependences,
                           const MemoryRequest &request);

} // namespace hocket::polyhedral
