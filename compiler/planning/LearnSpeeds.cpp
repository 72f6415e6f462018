// SPDX-License-Identifier: Apache-2.0
#include "planning/LearnSpeeds.h"

#include <algorithm>

namespace hocket::planning {

using taskgraph::LevelIndex;

namespace {

/// How often the level runs when the region runs once.
double runsOf(const PlannedRegion &planned, LevelIndex level) {
  double runs = 1;
  for (; level != taskgraph::none;
       level = planned.graph.region.levels[level].parent)
    runs *= planned.costs.repetitions[level];
  return runs;
}

} // namespace

taskgraph::CoreSpeeds speedsBySpec(const soc::SocSpec &soc,
                                   const std::vector<uint32_t> &cores) {
  taskgraph::CoreSpeeds speeds;
  std::set<uint32_t> types;
  for (uint32_t core : cores)
    types.insert(soc.cores[core].type);
  if (types.size() < 2)
    return speeds;
  for (uint32_t core : cores)
    speeds.usual.push_back(soc.types[soc.cores[core].type].capacity);
  return speeds;
}

void learnSpeeds(const std::vector<PlannedRegion> &regions,
                 Findings &findings) {
  taskgraph::CoreSpeeds &speeds = findings.request.speeds;
  if (speeds.usual.empty())
    return;
  for (const PlannedRegion &planned : regions)
    for (taskgraph::TaskId i = 0; i < planned.graph.region.tasks.size(); ++i) {
      const taskgraph::MacroTask &task = planned.graph.region.tasks[i];
      if (!task.is<taskgraph::Chunks>() || task.isFirstPass() ||
          planned.graph.region.cores != speeds.usual.size())
        continue;
      std::vector<double> ns = planned.costs.taskNs[i];
      const double runs = runsOf(planned, task.level);
      for (double &each : ns)
        each *= runs;
      findings.isChanged |=
          speeds.loopNs.try_emplace(task.node, std::move(ns)).second;
    }
}

} // namespace hocket::planning
