// SPDX-License-Identifier: Apache-2.0
#include "taskdeps/CheckedTrips.h"

#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::NodeId;
using ir::ObjectId;

namespace {

/// Nothing that the loop's header reads or names is changed in the region.
bool isHeaderKept(const ProgramIndex &index, const ir::Loop &loop,
                  const std::set<ObjectId> &changed) {
  const ir::Program &program = index.program();
  for (ir::StmtId stmt : {loop.init, loop.condition}) {
    if (!isValid(stmt) || !program[stmt].calls.empty())
      return false;
    for (const EffectItem &item : index.itemsOf(stmt)) {
      if (item.kind == ir::AccessKind::Write)
        continue;
      if (item.objects.unknown)
        return false;
      for (ObjectId object : item.objects.ids)
        if (object != loop.counted->iterator && changed.contains(object))
          return false;
    }
  }
  for (const ir::TextRange &range : ir::headerTexts(*loop.counted))
    for (const ir::Hole &hole : ir::holesIn(program, range))
      if (changed.contains(hole.object))
        return false;
  return true;
}

} // namespace

unsigned CheckedTrips::perChunk(const TaskFacts &task) {
  const NodeId node = task.task->node;
  const ir::Loop *loop = index_.program()[node].as<ir::Loop>();
  if (std::find(region_.checkedLoops.begin(), region_.checkedLoops.end(),
                node) == region_.checkedLoops.end() ||
      !task.chunked || !loop || !loop->counted)
    return 0;
  const unsigned least =
      leastPerChunk(index_.program(), node, region_.minIterationsPerChunk);
  // What starts from a variable's value on entry: the caller has looked.
  if (!loop->counted->isPlain)
    return least;
  if (loop->counted->lowerText.empty() || loop->counted->boundText.empty())
    return 0;
  if (changed_.empty())
    findChanged();
  return isHeaderKept(index_, *loop, changed_) ? least : 0;
}

void CheckedTrips::findChanged() {
  for (ir::StmtId stmt : model_.stmts()) {
    if (isValid(index_.program()[stmt].declares))
      changed_.insert(index_.program()[stmt].declares);
    for (const EffectItem &item : index_.itemsOf(stmt))
      if (item.kind == ir::AccessKind::Write)
        changed_.insert(item.objects.ids.begin(), item.objects.ids.end());
  }
}

} // namespace hocket::polyhedral
