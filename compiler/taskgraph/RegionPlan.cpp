// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/RegionPlan.h"

#include <algorithm>

namespace hocket::taskgraph {

double RegionCosts::waitingNs(TaskId macro, uint32_t core,
                              const std::vector<double> &cost) const {
  if (macro >= memoryNs.size() || memoryNs[macro] <= 0)
    return 0;
  const double least = *std::min_element(cost.begin(), cost.end());
  return std::min(least, memoryNs[macro] * cost.front() / taskNs[macro][core]);
}

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

double waitingPart(const LevelPlan &plan) {
  double waiting = 0, all = 0;
  for (size_t i = 0; i < plan.problem.tasks.size(); ++i) {
    const scheduling::Task &task = plan.problem.tasks[i];
    waiting += task.memory;
    all += task.cost[plan.schedule.placements[i].core];
  }
  return all > 0 ? waiting / all : 0;
}

bool RegionPlan::beginsGroup(const Region &region, LevelIndex level) const {
  LevelIndex parent = region.levels[level].parent;
  return parent != none &&
         levels[level].cores.size() < levels[parent].cores.size();
}

} // namespace hocket::taskgraph
