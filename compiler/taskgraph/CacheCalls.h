// SPDX-License-Identifier: Apache-2.0
//
// Where a region's programs write lines of caches back to memory, and where
// they drop them, since its cores are of clusters that nobody keeps coherent.
// Plain data.
//
// A core *writes back* what others are to see, before it signals; it
// *invalidates* what others have written, after it has waited: dirty lines are
// written back, and none stays. Lines that others have written while one's own
// were dirty there are none (RegionMemory::together), so that that does no harm
// beside cores of the same cluster.
#pragma once

#include "taskdeps/RegionMemory.h"

#include <cstdint>
#include <vector>

namespace hocket::taskgraph {

/// What a call is about; `hasOther`: the whole cache.
using CacheLines = polyhedral::MemorySet;

/// Around one task of a level.
struct TaskCaches {
  CacheLines invalidateBefore; ///< after its waits
  CacheLines writeBackAfter;   ///< before its signal
};

/// Around all that a core does in the region.
struct CoreCaches {
  CacheLines invalidateFirst, writeBackLast;
};

struct CachePlan {
  std::vector<uint32_t> cluster; ///< by core of the region; that of core 0 is 0
  std::vector<std::vector<TaskCaches>> tasks; ///< by level, then task
  std::vector<CoreCaches> cores; ///< by core; nothing for cluster 0
  unsigned lineBytes = 64;
  /// As RegionMemory::aligned: the entry tests it.
  std::vector<ir::ObjectId> aligned;
  double entryNs = 0; ///< what entering and leaving costs for them
  /// What the entering core does before and after the region.
  CacheLines writeBackOnEntry, invalidateOnExit;
};

} // namespace hocket::taskgraph
