// SPDX-License-Identifier: Apache-2.0
//
// HEFT: tasks by upward rank, each on the core where it ends first, gaps
// between tasks that have their place included. A gang takes the first gap that
// its cores have in common.
//
// Topcuoglu, Hariri and Wu, "Performance-effective and low-complexity task
// scheduling for heterogeneous computing", IEEE TPDS 13(3), 2002.
#include "scheduling/Arrivals.h"
#include "scheduling/Graph.h"
#include "scheduling/Schedulers.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace hocket::scheduling {

namespace {

/// The tasks of a gang start at once, in the first gap that all their cores
/// have.
void insertGang(const Graph &graph, PartialSchedule &schedule,
                TaskIndex leader) {
  double start = 0;
  bool moved = true;
  for (TaskIndex task : graph.gang(leader))
    start = std::max(
        start, schedule.dataReady(task, graph.allowedCores(task).front()));
  while (moved) {
    moved = false;
    for (TaskIndex task : graph.gang(leader)) {
      double gap =
          schedule.earliestGap(task, graph.allowedCores(task).front(), start);
      moved |= gap > start;
      start = gap;
    }
  }
  for (TaskIndex task : graph.gang(leader))
    schedule.insert(task, graph.allowedCores(task).front(), start);
}

} // namespace

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
  Arrivals arrivals(graph);
  for (TaskIndex task : list) {
    if (graph.gang(task).size() > 1) {
      if (graph.isLeader(task))
        insertGang(graph, schedule, task);
      continue;
    }
    double earliestEnd = std::numeric_limits<double>::infinity();
    double bestStart = 0;
    CoreIndex bestCore = 0;
    arrivals.compute(schedule, task);
    for (CoreIndex core : graph.allowedCores(task)) {
      double start = schedule.earliestGap(task, core, arrivals.at(core));
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

Schedule schedulePreferred(const Problem &problem) {
  Problem settled = problem;
  for (Task &task : settled.tasks)
    if (!task.pinned)
      task.pinned = task.preferred;
  Schedule schedule = scheduleHeft(settled);
  schedule.algorithm = "preferred";
  return schedule;
}

} // namespace hocket::scheduling
