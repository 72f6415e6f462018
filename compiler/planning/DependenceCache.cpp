// SPDX-License-Identifier: Apache-2.0
#include "planning/DependenceCache.h"

#include <utility>

namespace hocket::planning {

const std::vector<polyhedral::TaskDependence> &
dependencesOf(const polyhedral::ProgramIndex &index,
              const std::vector<polyhedral::LoopVerdict> &verdicts,
              polyhedral::RegionShape shape, unsigned long islBudget,
              bool strictAliasing, DependenceCache &cache) {
  DependenceCache::Known &known = cache.byFirstTask[shape.tasks.front().node];
  if (!(known.shape == shape)) {
    known.dependences = polyhedral::computeRegionDependences(
        index, verdicts, shape, islBudget, strictAliasing, &known.pairs);
    known.shape = std::move(shape);
  }
  return known.dependences;
}

} // namespace hocket::planning
