// SPDX-License-Identifier: Apache-2.0
//
// HEFT: tasks by upward rank, each on the core where it ends first, gaps
// between tasks that have their place included.
//
// Topcuoglu, Hariri and Wu, "Performance-effective and low-complexity task
// scheduling for heterogeneous computing", IEEE TPDS 13(3), 2002.
#include "scheduling/Graph.h"
#include "scheduling/Schedulers.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace hocket::scheduling {

Schedule scheduleHeft(const Problem &problem) {
  Graph graph(problem);
  std::vector<double> rank = graph.levels();
  // Stable: tasks of equal rank (no cost, no transfer) keep the sequential
  // order, so predecessors always come first.
  std::vector<TaskIndex> list(rank.size());
  std::iota(list.begin(), list.end(), 0);
  std::stable_sort(list.begin(), list.end(),
                   [&](TaskIndex a, TaskIndex b) { return rank[a] > rank[b]; });

  PartialSchedule schedule(graph);
  for (TaskIndex task : list) {
    double earliestEnd = std::numeric_limits<double>::infinity();
    double bestStart = 0;
    CoreIndex bestCore = 0;
    for (CoreIndex core : graph.allowedCores(task)) {
      double start =
          schedule.earliestGap(task, core, schedule.dataReady(task, core));
      double end = start + problem.tasks[task].cost[core];
      if (end < earliestEnd ||
          (end == earliestEnd && graph.isPreferred(task, core))) {
        earliestEnd = end;
        bestStart = start;
        bestCore = core;
      }
    }
    schedule.insert(task, bestCore, bestStart);
  }
  return std::move(schedule).finish("heft");
}

} // namespace hocket::scheduling
