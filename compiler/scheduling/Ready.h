// SPDX-License-Identifier: Apache-2.0
//
// What list schedulers keep of tasks that are ready: which of them goes first,
// and which become ready when one is done. Internal to the schedulers.
#pragma once

#include "scheduling/Graph.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <vector>

namespace hocket::scheduling {

/// Tasks by level, then by number of immediate successors, then by index.
class Priority {
public:
  explicit Priority(const Graph &graph)
      : graph_(graph), level_(graph.levels()) {}
  /// a goes before b.
  bool operator()(TaskIndex a, TaskIndex b) const {
    return std::tuple(-level_[a], -double(graph_.succs(a).size()), a) <
           std::tuple(-level_[b], -double(graph_.succs(b).size()), b);
  }

private:
  const Graph &graph_;
  std::vector<double> level_;
};

/// Counts down the unfinished predecessors of each task; a gang is ready when
/// all its tasks are, and its leader stands for it.
class Readiness {
public:
  explicit Readiness(const Graph &graph) : graph_(graph) {
    waits_.resize(graph.problem().tasks.size());
    for (TaskIndex t = 0; t < waits_.size(); ++t)
      waits_[graph.gang(t).front()] += graph.preds(t).size();
  }
  std::vector<TaskIndex> entries() const {
    std::vector<TaskIndex> ready;
    for (TaskIndex t = 0; t < waits_.size(); ++t)
      if (waits_[t] == 0 && graph_.isLeader(t))
        ready.push_back(t);
    return ready;
  }
  /// Appends to `ready` the tasks whose last predecessor is `task`.
  void done(TaskIndex task, std::vector<TaskIndex> &ready) {
    for (const Neighbour &succ : graph_.succs(task)) {
      TaskIndex leader = graph_.gang(succ.task).front();
      if (--waits_[leader] == 0)
        ready.push_back(leader);
    }
  }

private:
  const Graph &graph_;
  std::vector<size_t> waits_;
};

/// Ready tasks, the first by priority on top.
class ReadyQueue {
public:
  explicit ReadyQueue(const Priority &before) : queue_(Later{&before}) {}
  bool empty() const { return queue_.empty(); }
  TaskIndex top() const { return queue_.top(); }
  void push(TaskIndex task) { queue_.push(task); }
  void pop() { queue_.pop(); }

private:
  struct Later {
    const Priority *before;
    bool operator()(TaskIndex a, TaskIndex b) const { return (*before)(b, a); }
  };
  std::priority_queue<TaskIndex, std::vector<TaskIndex>, Later> queue_;
};

} // namespace hocket::scheduling
