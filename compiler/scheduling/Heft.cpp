// SPDX-License-Identifier: Apache-2.0
//
// HEFT: tasks by upward rank, each on the core where it ends first, gaps
// between tasks that have their place included. A gang takes the first gap that
// its cores have in common. A unit counts as a core of a kind of its own, by
// which a task ends so late as it does with the core that starts it first.
//
// Topcuoglu, Hariri and Wu, "Performance-effective and low-complexity task
// scheduling for heterogeneous computing", IEEE TPDS 13(3), 2002.
#include "scheduling/Arrivals.h"
#include "scheduling/Graph.h"
#include "scheduling/Schedulers.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

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

/// Where a task ends first.
struct Place {
  double start = 0, end = std::numeric_limits<double>::infinity();
  CoreIndex core = 0;
  const UnitCost *unit = nullptr; ///< of the task; null: the core runs it
};

bool mayStart(const Problem &problem, const UnitCost &unit, CoreIndex core) {
  const std::optional<uint32_t> &cluster = problem.units[unit.unit].cluster;
  return !cluster || *cluster == problem.cluster[core];
}

/// \param best of the cores alone, which a unit has to beat
void considerUnits(const Graph &graph, const PartialSchedule &schedule,
                   const Arrivals &arrivals, TaskIndex task, Place &best) {
  const Problem &problem = graph.problem();
  for (const UnitCost &unit : problem.tasks[task].onUnits)
    for (CoreIndex core : graph.allowedCores(task)) {
      if (!mayStart(problem, unit, core))
        continue;
      double start = schedule.earliestOnUnit(core, unit, arrivals.at(core));
      double end = start + problem.units[unit.unit].startNs + unit.ns;
      if (end < best.end)
        best = {start, end, core, &unit};
    }
}

/// \param rank of each task, more than those of all behind it, or no less
Schedule placeAll(const Graph &graph, const std::vector<double> &rank) {
  const Problem &problem = graph.problem();
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
    Place best;
    arrivals.compute(schedule, task);
    for (CoreIndex core : graph.allowedCores(task)) {
      double start = schedule.earliestGap(task, core, arrivals.at(core));
      double end = start + problem.tasks[task].cost[core];
      if (end < best.end || (end == best.end && graph.isPreferred(task, core)))
        best = {start, end, core, nullptr};
    }
    considerUnits(graph, schedule, arrivals, task, best);
    if (best.unit)
      schedule.insertOnUnit(task, best.core, *best.unit, best.start);
    else
      schedule.insert(task, best.core, best.start);
  }
  return std::move(schedule).finish("heft");
}

/// With tasks for units, and what they wait for, before all others: to start
/// one takes a core a moment.
std::vector<double> ranksForUnits(const Problem &problem) {
  Problem urgent = problem;
  double all = 0;
  for (const Task &task : problem.tasks)
    all += *std::max_element(task.cost.begin(), task.cost.end());
  for (Task &task : urgent.tasks)
    if (!task.onUnits.empty())
      for (double &cost : task.cost)
        cost += all;
  return Graph(urgent).levels();
}

} // namespace

Schedule scheduleHeft(const Problem &problem) {
  Graph graph(problem);
  return placeAll(graph, graph.levels());
}

Schedule scheduleUnits(const Problem &problem) {
  // Those that gain most by a unit first: a task that ends a little earlier
  // there must not keep away one that ends much earlier.
  std::vector<std::pair<double, TaskIndex>> gains;
  for (TaskIndex t = 0; t < problem.tasks.size(); ++t) {
    const Task &task = problem.tasks[t];
    double least = std::numeric_limits<double>::infinity();
    for (const UnitCost &unit : task.onUnits)
      least = std::min(least, unit.ns + problem.units[unit.unit].startNs);
    double onCore = task.pinned
                        ? task.cost[*task.pinned]
                        : *std::min_element(task.cost.begin(), task.cost.end());
    if (!task.onUnits.empty())
      gains.emplace_back(least - onCore, t);
  }
  std::sort(gains.begin(), gains.end());
  Problem some = problem;
  for (auto [gain, task] : gains)
    some.tasks[task].onUnits.clear();
  std::optional<Schedule> best;
  for (size_t next = 0;; ++next) {
    Graph graph(some);
    for (const std::vector<double> &rank :
         {graph.levels(), ranksForUnits(some)}) {
      Schedule schedule = placeAll(graph, rank);
      if (!best || schedule.period < best->period)
        best = std::move(schedule);
    }
    if (next == gains.size())
      break;
    TaskIndex task = gains[next].second;
    some.tasks[task].onUnits = problem.tasks[task].onUnits;
  }
  best->algorithm = "units";
  return std::move(*best);
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
