// SPDX-License-Identifier: Apache-2.0
#include "driver/command/GraphOnChip.h"

#include "taskgraph/ChipHandovers.h"

#include <algorithm>

namespace hocket::driver {

using scheduling::GraphFile;
using scheduling::GraphTask;
using scheduling::Problem;

/// The accelerators of the chip that can run the task, which is the last one.
static void addUnits(const GraphTask &from, const soc::SocSpec &soc,
                     Problem &problem) {
  for (const soc::Accelerator &accelerator : soc.accelerators) {
    auto cost = from.costOnAccelerator.find(accelerator.name);
    if (cost == from.costOnAccelerator.end())
      continue;
    scheduling::UnitIndex first = 0;
    while (first < problem.units.size() &&
           problem.units[first].name != accelerator.name)
      ++first;
    if (first == problem.units.size())
      for (uint32_t which = 0; which < accelerator.count; ++which)
        problem.units.push_back({accelerator.name, which, accelerator.cluster,
                                 accelerator.startNs});
    for (uint32_t which = 0; which < accelerator.count; ++which)
      problem.tasks.back().onUnits.push_back({first + which, cost->second});
  }
  std::sort(problem.tasks.back().onUnits.begin(),
            problem.tasks.back().onUnits.end(),
            [](const auto &a, const auto &b) { return a.unit < b.unit; });
}

Problem graphOnChip(const GraphFile &graph, const soc::SocSpec &soc,
                    unsigned cores) {
  std::vector<uint32_t> usable = soc.usableCores(cores);
  Problem problem;
  problem.cores = scheduling::CoreIndex(usable.size());
  taskgraph::takeHandovers(soc, usable, /*callsCaches=*/false, problem);
  for (const GraphTask &from : graph.tasks) {
    scheduling::Task &task = problem.tasks.emplace_back();
    task.name = from.name;
    task.pinned = from.pinned;
    task.memory = from.memory;
    for (uint32_t core : usable) {
      const soc::CoreType &type = soc.types[soc.cores[core].type];
      auto own = from.costOn.find(type.name);
      task.cost.push_back(own != from.costOn.end() ? own->second
                                                   : from.cost / type.capacity);
    }
    addUnits(from, soc, problem);
  }
  problem.edges = graph.edges;
  return problem;
}

Problem graphOnEqualCores(const GraphFile &graph, unsigned cores) {
  Problem problem;
  problem.cores = cores;
  problem.cluster.assign(cores, 0);
  for (const GraphTask &from : graph.tasks) {
    scheduling::Task &task = problem.tasks.emplace_back();
    task.name = from.name;
    task.cost.assign(cores, from.cost);
    task.pinned = from.pinned;
    task.memory = from.memory;
  }
  problem.edges = graph.edges;
  return problem;
}

} // namespace hocket::driver
