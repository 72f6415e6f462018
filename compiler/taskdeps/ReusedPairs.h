// SPDX-License-Identifier: Apache-2.0
//
// Planning changes a few tasks of a region and asks again. Whether two tasks
// depend on each other says nothing about a third one, so where both are what
// they were, and so is all that the region's model is of, the answer is too.
#pragma once

#include "taskdeps/RegionShape.h"
#include "taskdeps/TaskDependence.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace hocket::polyhedral {

/// What is known of one region, for another that has most of its tasks.
struct KnownPairs {
  RegionShape shape;
  std::vector<ir::NodeId> children; ///< of the root, that the model is of
  bool seesThrough = false;
  /// What isl was asked about; nothing: they do not meet.
  std::map<std::pair<TaskId, TaskId>, std::optional<TaskDependence>> pairs;
};

class ReusedPairs {
public:
  /// \param before of an earlier region, or null.
  /// \param now gets what is known of this one; both outlive this.
  ReusedPairs(const KnownPairs *before, KnownPairs &now);

  /// What was known of the pair, or else what `ask` says.
  template <typename Ask>
  std::optional<TaskDependence> pair(TaskId from, TaskId to, Ask ask) {
    const std::optional<TaskDependence> *known = find(from, to);
    std::optional<TaskDependence> result = known ? *known : ask();
    if (result) {
      result->from = from;
      result->to = to;
    }
    now_.pairs[{from, to}] = result;
    return result;
  }

private:
  const std::optional<TaskDependence> *find(TaskId from, TaskId to) const;

  const KnownPairs *before_; ///< null: nothing of it is of use
  KnownPairs &now_;
  std::vector<TaskId> was_; ///< by task: the same one before; or none
};

} // namespace hocket::polyhedral
