// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/TotalOrder.h"

#include <algorithm>
#include <map>
#include <utility>

namespace hocket::taskgraph {

using polyhedral::TaskDependence;

namespace {

class OrderCheck {
public:
  explicit OrderCheck(const TaskGraph &graph) : region_(graph.region) {
    for (const TaskDependence &d : graph.dependences)
      dependences_[{d.from, d.to}] = &d;
  }

  bool run() {
    for (TaskId i = 0; i < region_.tasks.size(); ++i) {
      const MacroTask &task = region_.tasks[i];
      if (task.is<Chunks>() || task.is<Combine>())
        return false;
      if (task.is<Whole>())
        tasks_.push_back(i);
    }
    for (size_t i = 1; i < tasks_.size(); ++i)
      if (!waits(tasks_[i - 1], tasks_[i]))
        return false;
    for (LevelIndex l = 0; l < region_.levels.size(); ++l)
      if (region_.levels[l].repeats && !iterationsWait(l))
        return false;
    return true;
  }

private:
  const TaskDependence *between(TaskId from, TaskId to) const {
    auto it = dependences_.find({from, to});
    return it == dependences_.end() ? nullptr : it->second;
  }

  bool waits(TaskId from, TaskId to) const {
    const TaskDependence *d = between(from, to);
    return d && d->sameIteration;
  }

  bool isWithin(TaskId task, LevelIndex level) const {
    LevelIndex l = region_.tasks[task].level;
    while (l != level && l != none)
      l = region_.levels[l].parent;
    return l == level;
  }

  /// The body's last task is done before the first one of the next iteration.
  bool iterationsWait(LevelIndex level) const {
    auto isInside = [&](TaskId task) { return isWithin(task, level); };
    auto first = std::find_if(tasks_.begin(), tasks_.end(), isInside);
    if (first == tasks_.end())
      return true;
    auto last = std::find_if(tasks_.rbegin(), tasks_.rend(), isInside);
    unsigned depth = region_.levels[level].loopDepth - 1;
    const TaskDependence *d = between(*last, *first);
    return d && depth < 32 && (d->carriedMask >> depth & 1) != 0;
  }

  const Region &region_;
  std::map<std::pair<TaskId, TaskId>, const TaskDependence *> dependences_;
  std::vector<TaskId> tasks_; ///< in order of text
};

} // namespace

bool isTotallyOrdered(const TaskGraph &graph) {
  return OrderCheck(graph).run();
}

} // namespace hocket::taskgraph
