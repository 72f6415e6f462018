// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/RegionPlan.h"

#include <algorithm>

namespace hocket::taskgraph {

double RegionCosts::runNs(LevelIndex level, const LevelPlan &plan) const {
  const scheduling::Schedule &schedule = plan.schedule;
  return schedule.period * repetitions[level] +
         std::max(0.0, schedule.makespan - schedule.period) *
             std::min(1.0, repetitions[level]);
}

double RegionCosts::pipelineNs(TaskId task, size_t core, double syncNs) const {
  const PipelineCost &pipeline = pipelines.at(task);
  double cores = double(taskNs[task].size());
  double trips = std::max(1.0, pipeline.trips);
  double own = std::max(1.0, trips / cores) *
               ((taskNs[task][core] + pipeline.loggingNs) / trips +
                pipeline.waits * syncNs);
  double chain = pipeline.longestNs[core] + trips * syncNs;
  return std::max(own, chain);
}

llvm::ArrayRef<scheduling::TaskIndex> LevelPlan::orderOn(uint32_t core) const {
  auto at = std::lower_bound(cores.begin(), cores.end(), core);
  if (at == cores.end() || *at != core)
    return {};
  return schedule.order[size_t(at - cores.begin())];
}

bool RegionPlan::beginsGroup(const Region &region, LevelIndex level) const {
  LevelIndex parent = region.levels[level].parent;
  return parent != none &&
         levels[level].cores.size() < levels[parent].cores.size();
}

} // namespace hocket::taskgraph
