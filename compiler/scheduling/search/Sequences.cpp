// SPDX-License-Identifier: Apache-2.0
//
// Orders of tasks on cores, and their times; see Sequences.h.
#include "scheduling/search/Sequences.h"

#include <cassert>

namespace hocket::scheduling {

Sequences::Sequences(const Graph &graph) : graph_(graph), arcs_(graph) {
  waitsAtFirst_.resize(arcs_.units());
  for (TaskIndex task = 0; task < arcs_.tasks(); ++task)
    for (const Arc &arc : arcs_.preds(task))
      waitsAtFirst_[arcs_.unitOf(task)] += !arc.onlyOnSameCore;
  head_.resize(arcs_.units());
  tail_.resize(arcs_.units());
  position_.resize(arcs_.units());
  end_.resize(arcs_.tasks());
}

// --- cores and orders -------------------------------------------------------

void Sequences::take(const Schedule &schedule) {
  size_t n = arcs_.tasks();
  core_.resize(n);
  prev_.assign(n, nobody);
  next_.assign(n, nobody);
  first_.assign(arcs_.cores(), nobody);
  last_.assign(arcs_.cores(), nobody);
  for (CoreIndex core = 0; core < arcs_.cores(); ++core)
    for (TaskIndex task : schedule.order[core])
      link(task, core, last_[core]);
  [[maybe_unused]] bool isPossible = evaluate();
  assert(isPossible && "a verified schedule has no circle");
}

void Sequences::link(TaskIndex task, CoreIndex core, TaskIndex after) {
  core_[task] = core;
  prev_[task] = after;
  TaskIndex &place = after == nobody ? first_[core] : next_[after];
  next_[task] = place;
  place = task;
  (next_[task] == nobody ? last_[core] : prev_[next_[task]]) = task;
}

void Sequences::unlink(TaskIndex task) {
  (prev_[task] == nobody ? first_[core_[task]] : next_[prev_[task]]) =
      next_[task];
  (next_[task] == nobody ? last_[core_[task]] : prev_[next_[task]]) =
      prev_[task];
}

void Sequences::move(TaskIndex task, CoreIndex core, TaskIndex after) {
  unlink(task);
  link(task, core, after);
  [[maybe_unused]] bool isPossible = evaluate();
  assert(isPossible && "moves close no circle");
}

bool Sequences::exchange(TaskIndex a, TaskIndex b) {
  assert(core_[a] != core_[b] && "tasks of different cores are exchanged");
  auto swapPlaces = [&] {
    CoreIndex coreOfA = core_[a], coreOfB = core_[b];
    TaskIndex beforeA = prev_[a], beforeB = prev_[b];
    unlink(a);
    unlink(b);
    link(a, coreOfB, beforeB);
    link(b, coreOfA, beforeA);
  };
  swapPlaces();
  if (evaluate() && isInOrder(a) && isInOrder(b))
    return true;
  swapPlaces();
  evaluate();
  return false;
}

bool Sequences::isInOrder(TaskIndex task) const {
  size_t own = position_[arcs_.unitOf(task)];
  for (const Arc &arc : arcs_.preds(task))
    if (core_[arc.task] == core_[task] &&
        position_[arcs_.unitOf(arc.task)] > own)
      return false;
  for (const Arc &arc : arcs_.succs(task))
    if (core_[arc.task] == core_[task] &&
        position_[arcs_.unitOf(arc.task)] < own)
      return false;
  return true;
}

Schedule Sequences::schedule(std::string algorithm) const {
  Schedule schedule;
  schedule.algorithm = std::move(algorithm);
  schedule.order.resize(arcs_.cores());
  for (TaskIndex task = 0; task < core_.size(); ++task)
    schedule.placements.push_back(
        {core_[task], head_[arcs_.unitOf(task)], end_[task]});
  for (CoreIndex core = 0; core < arcs_.cores(); ++core)
    for (TaskIndex task = first_[core]; task != nobody; task = next_[task])
      schedule.order[core].push_back(task);
  schedule.makespan = makespan_;
  schedule.period =
      graph_.problem().repeats ? steadyPeriod(graph_, schedule) : makespan_;
  return schedule;
}

// --- times ------------------------------------------------------------------

bool Sequences::sortUnits() {
  waits_ = waitsAtFirst_;
  sorted_.clear();
  for (Unit unit = 0; unit < arcs_.units(); ++unit) {
    for (TaskIndex task : arcs_.tasksOf(unit))
      waits_[unit] += prev_[task] != nobody;
    if (waits_[unit] == 0)
      sorted_.push_back(unit);
  }
  auto reach = [&](TaskIndex task) {
    if (--waits_[arcs_.unitOf(task)] == 0)
      sorted_.push_back(arcs_.unitOf(task));
  };
  for (size_t at = 0; at < sorted_.size(); ++at) {
    position_[sorted_[at]] = at;
    for (TaskIndex task : arcs_.tasksOf(sorted_[at])) {
      if (next_[task] != nobody)
        reach(next_[task]);
      for (const Arc &arc : arcs_.succs(task))
        if (!arc.onlyOnSameCore)
          reach(arc.task);
    }
  }
  work_ += arcs_.tasks() + arcs_.edges();
  return sorted_.size() == arcs_.units();
}

bool Sequences::evaluate() {
  if (!sortUnits())
    return false;
  makespan_ = 0;
  latest_.clear();
  for (Unit unit : sorted_) {
    latest_.push_back(makespan_);
    head_[unit] =
        headOf(unit, nobody, [&](TaskIndex task) { return end_[task]; });
    for (TaskIndex task : arcs_.tasksOf(unit)) {
      end_[task] = head_[unit] + arcs_.cost(task, core_[task]);
      makespan_ = std::max(makespan_, end_[task]);
    }
  }
  auto tail = [&](TaskIndex task) { return tail_[arcs_.unitOf(task)]; };
  for (size_t at = sorted_.size(); at-- > 0;)
    tail_[sorted_[at]] = tailOf(sorted_[at], nobody, tail);
  work_ += 2 * (arcs_.tasks() + arcs_.edges());
  return true;
}

void Sequences::criticalTasks(std::vector<TaskIndex> &tasks) const {
  tasks.clear();
  for (Unit unit : sorted_)
    if (arcs_.isAlone(unit) &&
        head_[unit] + tail_[unit] >= makespan_ * (1 - 1e-12))
      tasks.push_back(*arcs_.tasksOf(unit).begin());
}

} // namespace hocket::scheduling
