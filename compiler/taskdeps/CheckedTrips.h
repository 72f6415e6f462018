// SPDX-License-Identifier: Apache-2.0
//
// How many iterations the chunks of a region's loops have at least, because its
// entry has looked.
#pragma once

#include "symbolic/AffineModel.h"
#include "taskdeps/RegionShape.h"
#include "taskdeps/TaskAccesses.h"

#include <set>

namespace hocket::polyhedral {

class CheckedTrips {
public:
  /// What is handed over has to outlive this.
  CheckedTrips(const ProgramIndex &index, const RegionShape &region,
               const AffineModel &model)
      : index_(index), region_(region), model_(model) {}

  /// Iterations that each chunk of the task has; 0: nobody has looked, or the
  /// loop's trip count is another one later.
  unsigned perChunk(const TaskFacts &task);

private:
  void findChanged();

  const ProgramIndex &index_;
  const RegionShape &region_;
  const AffineModel &model_;
  std::set<ir::ObjectId> changed_; ///< in the region; empty: not yet known
};

} // namespace hocket::polyhedral
