// SPDX-License-Identifier: Apache-2.0
//
// Dependences among the tasks of regions, computed once for each shape.
//
// Needs: an index of the program and its verdicts, which do not change.
// Promises: the same as computeRegionDependences; where a region has the shape
// that the region with the same first task had last, without computing.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "taskdeps/RegionDependences.h"
#include "taskdeps/ReusedPairs.h"

#include <map>
#include <vector>

namespace hocket::planning {

struct DependenceCache {
  /// Of the region that had the task last.
  struct Known {
    polyhedral::RegionShape shape;
    std::vector<polyhedral::TaskDependence> dependences;
    polyhedral::KnownPairs pairs; ///< that the next shape may have, too
  };
  std::map<ir::NodeId, Known> byFirstTask;
};

/// \param islBudget operations; see computeRegionDependences
const std::vector<polyhedral::TaskDependence> &
dependencesOf(const polyhedral::ProgramIndex &index,
              const std::vector<polyhedral::LoopVerdict> &verdicts,
              polyhedral::RegionShape shape, unsigned long islBudget,
              bool strictAliasing, DependenceCache &cache);

} // namespace hocket::planning
