// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/RegionPlan.h"

#include "ir/Tree.h"
#include "scheduling/search/ScheduleBest.h"
#include "taskgraph/LevelProblem.h"

#include <algorithm>

namespace hocket::taskgraph {

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

RegionPlan planRegion(const ir::Program &program, const TaskGraph &graph,
                      const RegionCosts &costs, const soc::SocSpec &soc,
                      const std::vector<uint32_t> &cores,
                      std::string_view algorithm) {
  const Region &region = graph.region;
  RegionPlan plan;
  plan.levels.resize(region.levels.size());
  std::vector<double> sequentialNs(region.levels.size());

  // Inner levels come after their parents, so from the back.
  for (LevelIndex i = LevelIndex(region.levels.size()); i-- > 0;) {
    LevelInputs inputs{program, graph, costs, soc, cores, plan};
    LevelProblem level = buildLevelProblem(inputs, i);
    LevelPlan &out = plan.levels[i];
    out.tasks = std::move(level.tasks);
    out.problem = std::move(level.problem);
    out.schedule = scheduling::scheduleBest(out.problem, algorithm);

    for (const Item &item : region.levels[i].items) {
      if (item.kind == ItemKind::Task) {
        if (!region.tasks[item.task].isSequentialWork())
          continue; // only chunks need it
        const std::vector<double> &ns = costs.taskNs[item.task];
        sequentialNs[i] += *std::min_element(ns.begin(), ns.end());
        continue;
      }
      for (LevelIndex inner : {item.body, item.elseBody})
        if (inner != none)
          sequentialNs[i] += sequentialNs[inner] * costs.repetitions[inner];
    }
  }
  plan.sequentialNs = sequentialNs[0];
  plan.parallelNs = plan.levels[0].schedule.period + soc.costs.regionEntryNs;
  return plan;
}

} // namespace hocket::taskgraph
