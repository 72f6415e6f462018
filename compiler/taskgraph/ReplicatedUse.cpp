// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/ReplicatedUse.h"

#include "ir/Holes.h"
#include "ir/Tree.h"

#include <algorithm>

namespace hocket::taskgraph {

using namespace ir;

std::vector<ObjectId> namedObjects(const Program &program,
                                   const TextRange &range) {
  std::vector<ObjectId> result;
  for (const Hole &hole : holesIn(program, range))
    result.push_back(hole.object);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

std::vector<ObjectId> namedObjects(const Program &program, NodeId node) {
  std::vector<ObjectId> result;
  for (const TextRange &piece : textPieces(program, node)) {
    std::vector<ObjectId> named = namedObjects(program, piece);
    result.insert(result.end(), named.begin(), named.end());
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

namespace {

bool isReplicated(const Region &region, ObjectId object) {
  return std::binary_search(region.replicated.begin(), region.replicated.end(),
                            object);
}

void addTask(const Program &program, const Region &region, TaskId index,
             ReplicatedUse &use) {
  const MacroTask &task = region.tasks[index];
  bool isStmt = task.is<Replicated>();
  for (ObjectId object : isStmt
                             ? namedObjects(program, program[task.stmt()].text)
                             : namedObjects(program, task.node))
    if (isReplicated(region, object))
      use.uses.insert(object);
  if (!isStmt)
    return;
  const Stmt &stmt = program[task.stmt()];
  auto addWritten = [&](ObjectId object) {
    if (isValid(object) && isReplicated(region, object)) {
      use.uses.insert(object);
      use.writes.insert(object);
    }
  };
  addWritten(stmt.declares);
  for (const Access &access : stmt.accesses)
    if (access.kind == AccessKind::Write && isValid(access.address) &&
        program[access.address].kind == ExprKind::AddrOf)
      addWritten(program[access.address].object);
}

void addLevel(const Program &program, const Region &region, LevelIndex level,
              ReplicatedUse &use) {
  if (level == none)
    return;
  for (const Item &item : region.levels[level].items) {
    if (item.kind == ItemKind::Task) {
      addTask(program, region, item.task, use);
      continue;
    }
    addLevel(program, region, item.body, use);
    addLevel(program, region, item.elseBody, use);
  }
}

bool intersects(const std::set<ObjectId> &a, const std::set<ObjectId> &b) {
  return std::any_of(a.begin(), a.end(),
                     [&](ObjectId o) { return b.count(o) != 0; });
}

} // namespace

ReplicatedUse replicatedUse(const Program &program, const Region &region,
                            const Item &item) {
  ReplicatedUse use;
  if (item.kind == ItemKind::Task) {
    addTask(program, region, item.task, use);
    return use;
  }
  addLevel(program, region, item.body, use);
  addLevel(program, region, item.elseBody, use);
  if (item.condition != none)
    addTask(program, region, item.condition, use);
  return use;
}

bool conflict(const ReplicatedUse &a, const ReplicatedUse &b) {
  return intersects(a.writes, b.uses) || intersects(b.writes, a.uses);
}

} // namespace hocket::taskgraph
