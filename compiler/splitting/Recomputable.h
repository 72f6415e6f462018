// SPDX-License-Identifier: Apache-2.0
//
// Statements of a loop's body that give the same value when they run once more
// in the same iteration: a scalar computed from what the loop does not change.
#pragma once

#include "dataflow/ProgramIndex.h"

#include <map>
#include <set>
#include <vector>

namespace hocket::polyhedral {

struct Recomputable {
  /// Positions in the body of statements that can be repeated.
  std::set<std::size_t> positions;
  /// Variables that they alone declare or assign, with their positions.
  std::map<ir::ObjectId, std::set<std::size_t>> of;
};

/// \param children of the loop's body, in order.
Recomputable findRecomputable(const ProgramIndex &index, ir::NodeId loop,
                              const std::vector<ir::NodeId> &children);

} // namespace hocket::polyhedral
