// SPDX-License-Identifier: Apache-2.0
//
// Adjacency, prices and partial schedules; see Graph.h.
#include "scheduling/Graph.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace hocket::scheduling {

Graph::Graph(const Problem &problem)
    : problem_(problem), handovers_(problem), preds_(problem.tasks.size()),
      succs_(problem.tasks.size()), carried_(problem.tasks.size()),
      cores_(problem.cores) {
  std::iota(cores_.begin(), cores_.end(), 0);
  std::vector<Edge> edges = problem.edges;
  std::sort(edges.begin(), edges.end());
  for (const Edge &edge : edges) {
    if (edge.distance == 0) {
      preds_[edge.to].push_back({edge.from, edge.bytes, edge.onlyOnSameCore});
      succs_[edge.from].push_back({edge.to, edge.bytes, edge.onlyOnSameCore});
    } else if (edge.from != edge.to && !edge.onlyOnSameCore) {
      carried_[edge.from].push_back({edge.to, edge.bytes, false});
      carried_[edge.to].push_back({edge.from, edge.bytes, false});
    }
  }
  collectGangs();
  std::vector<uint64_t> pairs(handovers_.kinds().size());
  uint64_t all = 0;
  for (CoreIndex a = 0; a < problem.cores; ++a)
    for (CoreIndex b = 0; b < problem.cores; ++b)
      if (a != b) {
        ++pairs[handovers_.kindOf(a, b)];
        ++all;
      }
  for (size_t kind = 0; kind < pairs.size(); ++kind)
    if (pairs[kind] != 0) {
      const double share = double(pairs[kind]) / double(all);
      meanSync_ += handovers_.kinds()[kind].waitNs * share;
      meanPerByte_ += handovers_.kinds()[kind].nsPerByte * share;
    }
}

void Graph::collectGangs() {
  const std::vector<Task> &tasks = problem_.tasks;
  for (TaskIndex task = 0; task < tasks.size(); ++task) {
    bool goesOn = task > 0 && tasks[task].gang &&
                  tasks[task].gang == tasks[task - 1].gang;
    if (!goesOn)
      gangs_.emplace_back();
    gangs_.back().push_back(task);
    gangOf_.push_back(gangs_.size() - 1);
  }
}

double Graph::coreNs(TaskIndex task, const Placement &at) const {
  return at.unit ? problem_.units[*at.unit].startNs
                 : problem_.tasks[task].cost[at.core];
}

double Graph::arrival(const Neighbour &edge, const Placement &from,
                      CoreIndex to) const {
  return from.unit && from.core == to ? problem_.syncNs
                                      : transfer(edge, from.core, to);
}

double Graph::transfer(const Neighbour &edge, CoreIndex from,
                       CoreIndex to) const {
  if (from == to || edge.onlyOnSameCore)
    return 0;
  return handovers_.between(from, to).ns(edge.bytes);
}

double Graph::meanTransfer(const Neighbour &edge) const {
  return edge.onlyOnSameCore ? 0
                             : meanSync_ + double(edge.bytes) * meanPerByte_;
}

double Graph::meanCost(TaskIndex index) const {
  const Task &task = problem_.tasks[index];
  double sum = task.pinned
                   ? task.cost[*task.pinned]
                   : std::accumulate(task.cost.begin(), task.cost.end(), 0.0);
  size_t count = task.pinned ? 1 : task.cost.size();
  for (const UnitCost &unit : task.onUnits)
    sum += problem_.units[unit.unit].startNs + unit.ns;
  return sum / double(count + task.onUnits.size());
}

std::vector<double> Graph::levels() const {
  std::vector<double> level(problem_.tasks.size());
  for (auto gang = gangs_.rbegin(); gang != gangs_.rend(); ++gang) {
    double longest = 0;
    for (TaskIndex task : *gang) {
      double tail = 0;
      for (const Neighbour &succ : succs_[task])
        tail = std::max(tail, meanTransfer(succ) + level[succ.task]);
      longest = std::max(longest, meanCost(task) + tail);
    }
    for (TaskIndex task : *gang)
      level[task] = longest;
  }
  return level;
}

llvm::ArrayRef<CoreIndex> Graph::allowedCores(TaskIndex task) const {
  const std::optional<CoreIndex> &pin = problem_.tasks[task].pinned;
  return pin ? llvm::ArrayRef(cores_).slice(*pin, 1) : llvm::ArrayRef(cores_);
}

std::vector<std::vector<TaskIndex>> unitOrders(const Problem &problem,
                                               const Schedule &schedule) {
  std::vector<std::vector<TaskIndex>> orders(problem.units.size());
  for (TaskIndex task = 0; task < problem.tasks.size(); ++task)
    if (const std::optional<UnitIndex> &unit = schedule.placements[task].unit)
      orders[*unit].push_back(task);
  for (std::vector<TaskIndex> &order : orders)
    std::stable_sort(order.begin(), order.end(), [&](TaskIndex a, TaskIndex b) {
      return schedule.placements[a].start < schedule.placements[b].start;
    });
  return orders;
}

PartialSchedule::PartialSchedule(const Graph &graph)
    : graph_(graph), placed_(graph.problem().tasks.size()),
      timelines_(graph.problem().cores), lastOn_(graph.problem().units.size()) {
  schedule_.placements.resize(graph.problem().tasks.size());
}

double PartialSchedule::dataReady(TaskIndex task, CoreIndex core) const {
  double ready = 0;
  for (const Neighbour &pred : graph_.preds(task)) {
    assert(placed_[pred.task] && "predecessors are placed first");
    const Placement &from = schedule_.placements[pred.task];
    if (pred.onlyOnSameCore && from.core != core)
      continue;
    ready = std::max(ready, from.end + graph_.arrival(pred, from, core));
  }
  return ready;
}

void PartialSchedule::append(TaskIndex task, CoreIndex core, double notBefore) {
  insert(task, core,
         std::max({notBefore, freeAt(core), dataReady(task, core)}));
}

double PartialSchedule::gangReady(TaskIndex leader) const {
  double ready = 0;
  for (TaskIndex task : graph_.gang(leader)) {
    CoreIndex core = graph_.allowedCores(task).front();
    ready = std::max({ready, freeAt(core), dataReady(task, core)});
  }
  return ready;
}

void PartialSchedule::appendGang(TaskIndex leader, double notBefore) {
  double start = std::max(notBefore, gangReady(leader));
  for (TaskIndex task : graph_.gang(leader))
    insert(task, graph_.allowedCores(task).front(), start);
}

void PartialSchedule::insert(TaskIndex task, CoreIndex core, double start) {
  assert(!placed_[task] && "a task is placed once");
  double end = start + graph_.problem().tasks[task].cost[core];
  timelines_[core].insert(task, start, end);
  schedule_.placements[task] = {core, start, end};
  placed_[task] = true;
}

void PartialSchedule::insertOnUnit(TaskIndex task, CoreIndex core,
                                   const UnitCost &unit, double start) {
  assert(!placed_[task] && "a task is placed once");
  double started = start + graph_.problem().units[unit.unit].startNs;
  timelines_[core].insert(task, start, started);
  schedule_.placements[task] = {core, start, started + unit.ns, unit.unit};
  lastOn_[unit.unit] = schedule_.placements[task];
  placed_[task] = true;
}

double PartialSchedule::earliestOnUnit(CoreIndex core, const UnitCost &unit,
                                       double ready) const {
  const Placement &last = lastOn_[unit.unit];
  if (last.end > 0)
    ready = std::max(ready, last.end + graph_.arrival({}, last, core));
  return timelines_[core].earliestGap(
      ready, graph_.problem().units[unit.unit].startNs);
}

double PartialSchedule::earliestGap(TaskIndex task, CoreIndex core,
                                    double ready) const {
  return timelines_[core].earliestGap(ready,
                                      graph_.problem().tasks[task].cost[core]);
}

Schedule PartialSchedule::finish(std::string algorithm) && {
  schedule_.algorithm = std::move(algorithm);
  for (const Timeline &timeline : timelines_)
    schedule_.order.push_back(timeline.tasks());
  schedule_.makespan = 0;
  for (const Placement &placement : schedule_.placements)
    schedule_.makespan = std::max(schedule_.makespan, placement.end);
  schedule_.period = graph_.problem().repeats ? steadyPeriod(graph_, schedule_)
                                              : schedule_.makespan;
  return std::move(schedule_);
}

} // namespace hocket::scheduling
