// SPDX-License-Identifier: Apache-2.0
//
// What each task of a region does to memory, less what it has for itself.
#pragma once

#include "symbolic/Accesses.h"
#include "taskdeps/RegionShape.h"
#include "verdict/LoopVerdict.h"

#include <deque>
#include <vector>

namespace hocket::polyhedral {

struct TaskAccess : MemoryAccess {
  /// Only the last chunk does this: it leaves a private copy's value.
  bool onlyLastChunk = false;
  /// The same for accesses that run alike and have the same address, size and
  /// bounds; -1 if the address is not known.
  int placeNumber = -1;
  /// Also a chunk that does not run the iteration does this, to warm up.
  bool inWarmUp = false;
};

struct TaskFacts {
  const MacroTask *task = nullptr;
  /// The region's loops around the task, outermost first.
  std::vector<ir::NodeId> loops;
  /// Chunks: the shape of the loop, if the region's model understands it.
  const LoopShape *chunked = nullptr;
  unsigned chunks = 1;
  unsigned grain = 1; ///< chunks begin at multiples of it
  unsigned phase = 0; ///< less this
  std::vector<TaskAccess> accesses;
  /// Calls something that may touch anything, may not return, or reads a clock:
  /// conflicts with every other task that does anything.
  bool isBarrier = false;
  ir::ObjectId barrierObject = ir::ObjectId::None;
};

/// Holds the items that the accesses point to.
struct TaskTable {
  std::vector<TaskFacts> tasks;
  std::deque<analysis::EffectItem> items;
};

/// The children of the root, a Block, from the first task's to the last's: what
/// the region's model is of.
std::vector<ir::NodeId> childrenWithTasks(const ir::Program &program,
                                          const RegionShape &region);

TaskTable collectTasks(AffineModel &model,
                       const std::vector<LoopVerdict> &verdicts,
                       const RegionShape &region);

} // namespace hocket::polyhedral
