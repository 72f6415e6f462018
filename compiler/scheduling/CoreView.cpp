// SPDX-License-Identifier: Apache-2.0
#include "scheduling/CoreView.h"

namespace hocket::scheduling {

std::optional<double> unitNs(const Problem &problem, const Schedule &schedule,
                             TaskIndex task) {
  const std::optional<UnitIndex> &unit = schedule.placements[task].unit;
  if (!unit)
    return std::nullopt;
  for (const UnitCost &cost : problem.tasks[task].onUnits)
    if (cost.unit == *unit)
      return cost.ns;
  return 0;
}

Problem coreView(const Problem &problem, const Schedule &schedule) {
  Problem view = problem;
  for (TaskIndex task = 0; task < view.tasks.size(); ++task)
    if (const auto &unit = schedule.placements[task].unit) {
      Task &start = view.tasks[task];
      start.memory = problem.units[*unit].startNs;
      start.cost.assign(problem.cores, start.memory);
      start.onUnits.clear();
    }
  return view;
}

} // namespace hocket::scheduling
