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

/// A task's time on the fastest core, and how much of it is waiting for memory:
/// as much on any core.
struct Time {
  double ns = 0, memoryNs = 0;
};

/// Calls `visit` for each measured task, with the measured time.
template <typename Visit>
void forEachMeasured(const ir::Measured &measured,
                     const std::vector<Region> &regions,
                     std::vector<RegionCosts> &costs, Visit visit) {
  for (size_t r = 0; r < regions.size(); ++r)
    for (TaskId i = 0; i < regions[r].tasks.size(); ++i) {
      const taskgraph::MacroTask &task = regions[r].tasks[i];
      if (isMeasured(measured, task) && fastest(costs[r].taskNs[i]) > 0)
        visit(r, i,
              Time{*measured.find(task.node)->ns,
                   measured.find(task.node)->memoryNs});
    }
}

/// A scan's loop runs twice: the first pass is as much cheaper or dearer.
void scale(const Region &region, TaskId task, Time time, RegionCosts &costs) {
  const taskgraph::Chunks *chunks = region.tasks[task].as<taskgraph::Chunks>();
  const TaskId firstPass = chunks ? chunks->secondPassOf : taskgraph::none;
  const double predicted = fastest(costs.taskNs[task]);
  const double factor = time.ns / predicted;
  const double part = time.ns > 0 ? time.memoryNs / time.ns : 0;
  for (TaskId i = 0; i < region.tasks.size(); ++i)
    if (i == task || i == firstPass) {
      const double memory = fastest(costs.taskNs[i]) * factor * part;
      for (double &ns : costs.taskNs[i])
        ns = ns * factor * (1 - part) + memory;
      costs.memoryNs.resize(region.tasks.size());
      costs.memoryNs[i] = memory;
    }
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
  forEachMeasured(measured, regions, costs, [&](size_t r, TaskId i, Time time) {
    predicted += fastest(costs[r].taskNs[i]);
    taken += time.ns;
  });
  const bool isHere = measured.chip == chip;
  double unit = isHere || taken <= 0 ? 1 : predicted / taken;
  forEachMeasured(measured, regions, costs, [&](size_t r, TaskId i, Time time) {
    scale(regions[r], i, {time.ns * unit, isHere ? time.memoryNs : 0},
          costs[r]);
  });
  for (size_t r = 0; r < regions.size(); ++r)
    useBranches(measured, regions[r], costs[r]);
}

} // namespace hocket::cost
