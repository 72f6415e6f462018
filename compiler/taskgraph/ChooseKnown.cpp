// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/ChooseKnown.h"

#include "ir/Tree.h"
#include "taskgraph/ReplicatedUse.h"

#include <algorithm>

namespace hocket::taskgraph {

using namespace ir;
using polyhedral::LeafRole;

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
  for (Leaf &leaf : region.leaves) {
    bool isBody = leaf.role == LeafRole::Whole || leaf.role == LeafRole::Chunks;
    if (!isBody || (facts.computesFloats(leaf.node) &&
                    (mayFuse || callsAnything(program, leaf.node))))
      continue;
    for (ObjectId object : namedObjects(program, leaf.node))
      if (isValid(object) && !isAssignedIn(program, leaf.node, object))
        if (std::optional<int64_t> value = values.of(object))
          leaf.known.emplace_back(object, *value);
  }
}

} // namespace hocket::taskgraph
