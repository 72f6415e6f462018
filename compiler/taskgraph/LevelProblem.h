// SPDX-License-Identifier: Apache-2.0
//
// One level of a region as a scheduling problem.
#pragma once

#include "ir/AcceleratorMark.h"
#include "scheduling/Problem.h"
#include "soc/SocSpec.h"
#include "taskgraph/RegionPlan.h"

#include <map>
#include <vector>

namespace hocket::taskgraph {

struct LevelProblem {
  std::vector<PlannedTask> tasks;
  scheduling::Problem problem;
};

/// Cores of the region that chunks have to run on.
using PinnedChunks = std::map<polyhedral::ChunkOfTask, uint32_t>;

struct LevelInputs {
  const ir::Program &program;
  const TaskGraph &graph;
  const RegionCosts &costs;
  const soc::SocSpec &soc;
  const std::vector<uint32_t> &cores; ///< of `soc`, by core of the region
  const CoreGroup &group;             ///< of the region, that run the level
  /// By level: those inside this one are planned, each for its cores; others
  /// are not looked at.
  const std::vector<const LevelPlan *> &inner;
  /// By number of the mark.
  llvm::ArrayRef<ir::AcceleratorTask> accelerated = {};
  const PinnedChunks *pinned = nullptr; ///< null: none
  /// Chunks take as long as if there were one for each core of the group: what
  /// its loops take once they are cut for it.
  bool isCutForGroup = false;
};

/// Needs: what has to run on the calling thread, core 0, or on all cores is in
/// no level that is for others.
LevelProblem buildLevelProblem(const LevelInputs &inputs, LevelIndex level);

} // namespace hocket::taskgraph
