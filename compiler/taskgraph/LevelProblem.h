// SPDX-License-Identifier: Apache-2.0
//
// One level of a region as a scheduling problem.
#pragma once

#include "scheduling/Problem.h"
#include "soc/SocSpec.h"
#include "taskgraph/RegionPlan.h"

#include <vector>

namespace hocket::taskgraph {

struct LevelProblem {
  std::vector<PlannedTask> tasks;
  scheduling::Problem problem;
};

struct LevelInputs {
  const ir::Program &program;
  const TaskGraph &graph;
  const RegionCosts &costs;
  const soc::SocSpec &soc;
  const std::vector<uint32_t> &cores;
  const RegionPlan &plan; ///< levels inside this one are planned
};

LevelProblem buildLevelProblem(const LevelInputs &inputs, LevelIndex level);

} // namespace hocket::taskgraph
