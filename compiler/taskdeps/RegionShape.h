// SPDX-License-Identifier: Apache-2.0
//
// A region as its dependences see it: its tasks and the loops around them.
#pragma once

#include "taskdeps/MacroTask.h"

#include <vector>

namespace hocket::polyhedral {

struct RegionShape {
  ir::NodeId root = ir::NodeId::None; ///< node whose subtree holds all leaves
  std::vector<MacroTask> tasks;       ///< in order of text
  std::vector<ir::NodeId> loops;      ///< the region's inner (replicated) loops
  std::vector<ir::ObjectId>
      replicated; ///< scalars of which each core has a copy
  /// The program checks on entry that each of these chunked loops has at least
  /// leastPerChunk() iterations for each chunk.
  std::vector<ir::NodeId> checkedLoops;
  unsigned minIterationsPerChunk = 1; ///< or one grain, where that is more

  bool operator==(const RegionShape &) const = default;
};

/// Of loops with a step of one `minimum`; others reach as far with fewer.
/// Chunks of tiles are not kept apart by distances: one tile is enough.
inline unsigned leastPerChunk(const ir::Program &program, ir::NodeId loop,
                              unsigned minimum) {
  const ir::Loop &data = *program[loop].as<ir::Loop>();
  if (data.tiles == ir::TileOrder::Independent)
    return 1;
  const std::optional<ir::Counted> &counted = data.counted;
  if (!counted || !counted->isPlain)
    return minimum;
  uint64_t step =
      counted->step < 0 ? -uint64_t(counted->step) : uint64_t(counted->step);
  return unsigned((minimum + step - 1) / step);
}

} // namespace hocket::polyhedral
