// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/EntryTrips.h"

#include "ir/Tree.h"
#include "taskgraph/ReplicatedUse.h"

#include <set>

namespace hocket::taskgraph {

using namespace ir;

namespace {

/// Objects that the region writes or declares: their values differ inside.
std::set<ObjectId> changedIn(const Program &program,
                             const analysis::Effects &effects,
                             const Region &region) {
  std::set<ObjectId> result;
  const std::vector<NodeId> &children =
      program[region.block].as<Block>()->children;
  for (uint32_t i = region.first; i <= region.last; ++i)
    for (StmtId stmt : allStmts(program, children[i])) {
      if (isValid(program[stmt].declares))
        result.insert(program[stmt].declares);
      for (const analysis::EffectItem &item : effects.stmts[index(stmt)].items)
        if (item.kind == AccessKind::Write)
          result.insert(item.objects.ids.begin(), item.objects.ids.end());
    }
  return result;
}

} // namespace

bool tripsKnownOnEntry(const Program &program, const analysis::Effects &effects,
                       const Region &region, NodeId node) {
  const Loop *loop = program[node].as<Loop>();
  if (!loop || !loop->counted || loop->counted->lowerText.empty() ||
      loop->counted->boundText.empty())
    return false;
  std::set<ObjectId> changed = changedIn(program, effects, region);
  ObjectId iterator = loop->counted->iterator;
  for (StmtId stmt : {loop->init, loop->condition}) {
    if (!isValid(stmt) || !program[stmt].calls.empty())
      return false;
    for (const analysis::EffectItem &item : effects.stmts[index(stmt)].items) {
      if (item.kind == AccessKind::Write)
        continue;
      if (item.objects.unknown)
        return false;
      for (ObjectId object : item.objects.ids)
        if (object != iterator && changed.count(object))
          return false;
    }
  }
  for (const TextRange &range :
       {loop->counted->lowerText, loop->counted->boundText})
    for (ObjectId object : namedObjects(program, range))
      if (changed.count(object))
        return false;
  return true;
}

} // namespace hocket::taskgraph
