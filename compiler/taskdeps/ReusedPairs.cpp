// SPDX-License-Identifier: Apache-2.0
#include "taskdeps/ReusedPairs.h"

#include <algorithm>

namespace hocket::polyhedral {

namespace {

/// The same model, loops and copies around all tasks.
bool isLike(const KnownPairs &a, const KnownPairs &b) {
  return a.seesThrough == b.seesThrough && a.children == b.children &&
         a.shape.root == b.shape.root && a.shape.loops == b.shape.loops &&
         a.shape.replicated == b.shape.replicated &&
         a.shape.minIterationsPerChunk == b.shape.minIterationsPerChunk;
}

/// But for the numbers of other tasks and of levels, which change with those.
MacroTask withoutNumbers(MacroTask task) {
  task.level = 0;
  if (auto *combine = std::get_if<Combine>(&task.kind))
    combine->combines = 0;
  if (auto *chunks = std::get_if<Chunks>(&task.kind))
    chunks->secondPassOf = chunks->secondPassOf == none ? none : 0;
  return task;
}

bool isChecked(const RegionShape &shape, const MacroTask &task) {
  return std::find(shape.checkedLoops.begin(), shape.checkedLoops.end(),
                   task.node) != shape.checkedLoops.end();
}

} // namespace

ReusedPairs::ReusedPairs(const KnownPairs *before, KnownPairs &now)
    : before_(before && isLike(*before, now) ? before : nullptr), now_(now),
      was_(now.shape.tasks.size(), none) {
  if (!before_)
    return;
  std::map<ir::NodeId, std::vector<TaskId>> byNode;
  for (TaskId id = 0; id < before_->shape.tasks.size(); ++id)
    byNode[before_->shape.tasks[id].node].push_back(id);
  for (TaskId id = 0; id < was_.size(); ++id) {
    const MacroTask &task = now.shape.tasks[id];
    for (TaskId candidate : byNode[task.node]) {
      const MacroTask &other = before_->shape.tasks[candidate];
      if (isChecked(now.shape, task) == isChecked(before_->shape, other) &&
          withoutNumbers(task) == withoutNumbers(other))
        was_[id] = candidate;
    }
  }
}

const std::optional<TaskDependence> *ReusedPairs::find(TaskId from,
                                                       TaskId to) const {
  if (!before_ || was_[from] == none || was_[to] == none ||
      (from < to) != (was_[from] < was_[to]) ||
      (from == to) != (was_[from] == was_[to]))
    return nullptr;
  auto known = before_->pairs.find({was_[from], was_[to]});
  return known == before_->pairs.end() ? nullptr : &known->second;
}

} // namespace hocket::polyhedral
