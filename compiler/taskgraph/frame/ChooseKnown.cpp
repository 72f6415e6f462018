// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/frame/ChooseKnown.h"

#include "ir/Tree.h"
#include "taskgraph/ReplicatedUse.h"

#include <algorithm>

namespace hocket::taskgraph {

using namespace ir;

namespace {

bool callsAnything(const Program &program, NodeId node) {
  std::vector<StmtId> stmts = allStmts(program, node);
  return std::any_of(stmts.begin(), stmts.end(),
                     [&](StmtId stmt) { return !program[stmt].calls.empty(); });
}

bool isAssignedIn(const Program &program, NodeId node, ObjectId object) {
  std::vector<StmtId> stmts = allStmts(program, node);
  return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
    return program[stmt].declares == object;
  });
}

} // namespace

void chooseKnown(const RegionFacts &facts, const analysis::KnownValues &values,
                 bool mayFuse, Region &region) {
  const Program &program = facts.program();
  for (MacroTask &task : region.tasks) {
    if (!task.hasBody() || (facts.computesFloats(task.node) &&
                            (mayFuse || callsAnything(program, task.node))))
      continue;
    for (ObjectId object : namedObjects(program, task.node))
      if (isValid(object) && !isAssignedIn(program, task.node, object))
        if (std::optional<int64_t> value = values.of(object))
          task.known.emplace_back(object, *value);
  }
}

} // namespace hocket::taskgraph
