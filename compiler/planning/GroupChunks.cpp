// SPDX-License-Identifier: Apache-2.0
#include "planning/GroupChunks.h"

#include "taskgraph/plan/PlanRegion.h"

#include <algorithm>
#include <utility>

namespace hocket::planning {

using taskgraph::Chunks;
using taskgraph::MacroTask;
using taskgraph::Region;

namespace {

bool isSameRun(const Region &a, const Region &b) {
  return a.block == b.block && a.first == b.first && a.last == b.last;
}

/// Some level has a loop or branch that cores follow, and work beside it.
bool mayHaveGroups(const Region &region) {
  return std::any_of(region.levels.begin(), region.levels.end(),
                     [&](const taskgraph::Level &level) {
                       unsigned parts = 0, compound = 0;
                       for (const taskgraph::Item &item : level.items) {
                         const bool isTask =
                             item.kind == taskgraph::ItemKind::Task;
                         compound += !isTask;
                         parts += !isTask || region.tasks[item.task].hasBody();
                       }
                       return compound > 0 && parts > 1;
                     });
}

} // namespace

GroupSizes groupSizes(const Context &context, const PlannedRegion &r) {
  const Region &region = r.graph.region;
  GroupSizes sizes;
  if (region.cores < 3 || !mayHaveGroups(region))
    return sizes;
  const taskgraph::RegionPlan plan = taskgraph::planRegion(
      context.program, r.graph, r.costs, context.soc, context.cores,
      {context.options.scheduler, context.options.alwaysGroups,
       context.accelerated, /*isCutForGroups=*/true});
  for (const MacroTask &task : region.tasks) {
    const Chunks *chunks = task.as<Chunks>();
    if (!chunks || !taskgraph::isCutForCores(*chunks))
      continue;
    const auto group = unsigned(plan.levels[task.level].cores.size());
    if (group >= 2 && group < region.cores && chunks->count % group != 0)
      sizes[task.node] = group;
  }
  return sizes;
}

bool keepWhatIsShorter(const std::vector<PlannedRegion> &regions,
                       const std::vector<PlannedRegion> &with,
                       GroupSizes &sizes) {
  GroupSizes kept;
  for (const PlannedRegion &r : regions)
    for (const PlannedRegion &other : with)
      if (isSameRun(r.graph.region, other.graph.region) &&
          other.plan.parallelNs < r.plan.parallelNs)
        for (const MacroTask &task : r.graph.region.tasks)
          if (auto it = sizes.find(task.node); it != sizes.end())
            kept.insert(*it);
  const bool isAll = kept.size() == sizes.size();
  sizes = std::move(kept);
  return isAll;
}

} // namespace hocket::planning
