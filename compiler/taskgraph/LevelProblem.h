// SPDX-License-Identifier: Apache-2.0
//
// One level of a region as a scheduling problem.
#pragma once

#include "scheduling/Problem.h"
#include "soc/SocSpec.h"
#include "taskgraph/RegionPlan.h"

#include <vector>

namespace hocket::taskgraph {

/// An edge that matters only if both tasks end up on one core: a replicated
/// scalar is each core's own, so it orders tasks of the same core alone.
struct ConditionalEdge {
  scheduling::Edge edge;
  bool onlyOnSameCore = false;
};

struct LevelProblem {
  std::vector<PlannedTask> tasks;
  scheduling::Problem problem;   ///< with all conditional edges in it
  std::vector<ConditionalEdge> edges;
};

struct LevelInputs {
  const ir::Program &program;
  const TaskGraph &graph;
  const RegionCosts &costs;
  const soc::SocSpec &soc;
  const std::vector<uint32_t> &cores;
  const RegionPlan &plan;             ///< levels inside this one are planned
  const std::vector<double> &levelNs; ///< their makespans
};

LevelProblem buildLevelProblem(const LevelInputs &inputs, LevelIndex level);

} // namespace hocket::taskgraph
