// SPDX-License-Identifier: Apache-2.0
//
// A problem as the local search walks over it many times: prices of edges and
// costs computed once, side by side in memory. The tasks of a gang, which stand
// one after the other, are a unit, and so is each other task.
#pragma once

#include "scheduling/Graph.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Sequence.h"

#include <optional>
#include <vector>

namespace hocket::scheduling {

using Unit = uint32_t;

/// An edge from one of its ends.
struct Arc {
  TaskIndex task;
  bool onlyOnSameCore;
  uint64_t bytes;
};

class ArcGraph {
public:
  explicit ArcGraph(const Graph &graph)
      : cores_(graph.problem().cores), handovers_(graph.problem()) {
    const Problem &problem = graph.problem();
    predBegin_ = succBegin_ = {0};
    for (TaskIndex task = 0; task < problem.tasks.size(); ++task) {
      if (graph.isLeader(task))
        firstTask_.push_back(task);
      pinned_.push_back(problem.tasks[task].pinned);
      unitOf_.push_back(Unit(firstTask_.size() - 1));
      cost_.insert(cost_.end(), problem.tasks[task].cost.begin(),
                   problem.tasks[task].cost.end());
      fill(graph.preds(task), predBegin_, preds_);
      fill(graph.succs(task), succBegin_, succs_);
    }
    firstTask_.push_back(TaskIndex(unitOf_.size()));
  }

  CoreIndex cores() const { return cores_; }
  TaskIndex tasks() const { return TaskIndex(unitOf_.size()); }
  Unit units() const { return Unit(firstTask_.size() - 1); }
  size_t edges() const { return succs_.size(); }

  Unit unitOf(TaskIndex task) const { return unitOf_[task]; }
  llvm::iota_range<TaskIndex> tasksOf(Unit unit) const {
    return llvm::seq(firstTask_[unit], firstTask_[unit + 1]);
  }
  bool isAlone(Unit unit) const { return tasksOf(unit).size() == 1; }
  llvm::ArrayRef<Arc> preds(TaskIndex task) const {
    return llvm::ArrayRef(preds_).slice(predBegin_[task], predBegin_[task + 1] -
                                                              predBegin_[task]);
  }
  llvm::ArrayRef<Arc> succs(TaskIndex task) const {
    return llvm::ArrayRef(succs_).slice(succBegin_[task], succBegin_[task + 1] -
                                                              succBegin_[task]);
  }
  bool mayUse(TaskIndex task, CoreIndex core) const {
    return !pinned_[task] || *pinned_[task] == core;
  }
  double cost(TaskIndex task, CoreIndex core) const {
    return cost_[size_t(task) * cores_ + core];
  }
  double transfer(const Arc &arc, CoreIndex a, CoreIndex b) const {
    if (a == b || arc.onlyOnSameCore)
      return 0;
    return handovers_.between(a, b).ns(arc.bytes);
  }

private:
  static void fill(const std::vector<Neighbour> &from,
                   std::vector<size_t> &begin, std::vector<Arc> &arcs) {
    for (const Neighbour &edge : from)
      arcs.push_back({edge.task, edge.onlyOnSameCore, edge.bytes});
    begin.push_back(arcs.size());
  }

  CoreIndex cores_;
  Handovers handovers_;
  std::vector<std::optional<CoreIndex>> pinned_;
  std::vector<double> cost_; ///< by task, then core
  std::vector<Unit> unitOf_;
  std::vector<TaskIndex> firstTask_; ///< of each unit, and one more
  std::vector<size_t> predBegin_, succBegin_;
  std::vector<Arc> preds_, succs_;
};

} // namespace hocket::scheduling
