// SPDX-License-Identifier: Apache-2.0
//
// One task of a region has to wait for another one. Plain data.
#pragma once

#include "taskdeps/MacroTask.h"

#include <cstdint>
#include <vector>

namespace hocket::polyhedral {

enum class DependenceKind : uint8_t { Flow, Anti, Output };

struct TaskDependence {
  TaskId from = 0, to = 0;
  DependenceKind kind = DependenceKind::Flow;
  ir::ObjectId object = ir::ObjectId::None; ///< one that conflicts, for reports
  uint64_t bytes =
      0; ///< moved by a flow dependence, all chunks together; 0: unknown
  /// Between chunked loops: how many iterations apart the two instances are, at
  /// most, as far as that was looked at; -1: no bound, each chunk may need
  /// something of every other. For costs alone.
  int64_t maxDistance = 0;
  /// Both instances in the same iteration of every loop of the region around
  /// both; then `from` is before `to` in the text.
  bool sameIteration = false;
  /// Carried by a loop of the region around both. Depth 0 is the outermost
  /// loop *inside the region*. Bit d: carried by the loop at depth d.
  uint32_t carriedMask = 0;
  /// Empty: every chunk of one with every chunk of the other (a Whole task has
  /// one chunk). Else row-major [from chunk][to chunk], true where a dependence
  /// may be (sameIteration and carried ones together).
  std::vector<char> chunkPairs;
};

} // namespace hocket::polyhedral
