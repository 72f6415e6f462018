// SPDX-License-Identifier: Apache-2.0
#include "cost/MeasuredCosts.h"

#include <algorithm>

namespace hocket::cost {

using taskgraph::LevelIndex;
using taskgraph::Region;
using taskgraph::RegionCosts;
using taskgraph::TaskId;

namespace {

double fastest(const std::vector<double> &ns) {
  return *std::min_element(ns.begin(), ns.end());
}

/// Calls `visit` for each measured task with its costs and the measured time.
template <typename Visit>
void forEachMeasured(const ir::Measured &measured,
                     const std::vector<Region> &regions,
                     std::vector<RegionCosts> &costs, Visit visit) {
  for (size_t r = 0; r < regions.size(); ++r)
    for (TaskId i = 0; i < regions[r].tasks.size(); ++i) {
      const taskgraph::MacroTask &task = regions[r].tasks[i];
      if (isMeasured(measured, task) && fastest(costs[r].taskNs[i]) > 0)
        visit(r, i, *measured.find(task.node)->ns);
    }
}

/// A scan's loop runs twice: the first pass is as much cheaper or dearer.
void scale(const Region &region, TaskId task, double factor,
           RegionCosts &costs) {
  const taskgraph::Chunks *chunks = region.tasks[task].as<taskgraph::Chunks>();
  const TaskId firstPass = chunks ? chunks->secondPassOf : taskgraph::none;
  for (TaskId i = 0; i < region.tasks.size(); ++i)
    if (i == task || i == firstPass)
      for (double &ns : costs.taskNs[i])
        ns *= factor;
}

/// How often the sides of branches are taken.
void useBranches(const ir::Measured &measured, const Region &region,
                 RegionCosts &costs) {
  for (LevelIndex l = 1; l < region.levels.size(); ++l) {
    const taskgraph::Level &level = region.levels[l];
    const ir::Measure *measure = measured.find(level.node);
    if (level.repeats || !measure || measure->runs <= 0)
      continue;
    const taskgraph::Item &item =
        region.levels[level.parent].items[level.parentItem];
    costs.repetitions[l] =
        item.elseBody == l ? 1 - measure->perRun() : measure->perRun();
  }
}

} // namespace

bool isMeasured(const ir::Measured &measured,
                const taskgraph::MacroTask &task) {
  if (!task.hasBody() || task.isFirstPass())
    return false;
  const ir::Measure *measure = measured.find(task.node);
  return measure && measure->ns && measure->runs > 0;
}

void useMeasured(const ir::Measured &measured, const std::string &chip,
                 const std::vector<Region> &regions,
                 std::vector<RegionCosts> &costs) {
  double predicted = 0, taken = 0;
  forEachMeasured(measured, regions, costs, [&](size_t r, TaskId i, double ns) {
    predicted += fastest(costs[r].taskNs[i]);
    taken += ns;
  });
  double unit = measured.chip == chip || taken <= 0 ? 1 : predicted / taken;
  forEachMeasured(measured, regions, costs, [&](size_t r, TaskId i, double ns) {
    scale(regions[r], i, ns * unit / fastest(costs[r].taskNs[i]), costs[r]);
  });
  for (size_t r = 0; r < regions.size(); ++r)
    useBranches(measured, regions[r], costs[r]);
}

} // namespace hocket::cost
