// SPDX-License-Identifier: Apache-2.0
#include "taskgraph/TestedInside.h"

#include "ir/Tree.h"
#include "taskgraph/ReplicatedUse.h"

#include <algorithm>

namespace hocket::taskgraph {

using namespace ir;
using polyhedral::AliasCheck;
using polyhedral::LoopVerdict;
using polyhedral::PrivateObject;

namespace {

/// A plain loop of which nothing is left behind but what it writes to memory:
/// any chunk can run all of it.
bool leavesNothing(const LoopVerdict &verdict) {
  return verdict.kind() == polyhedral::LoopKind::Doall &&
         !verdict.needsCombine() && verdict.inductions.empty() &&
         verdict.warmUp.empty();
}

/// What makes the copy private is seen from the order of the loop's
/// statements, and no test.
bool isPrivateByItself(const Program &program, const PrivateObject &copy) {
  return copy.isLocalToBody ||
         (program[copy.object].isScalar && !copy.isLastprivate &&
          !copy.isConditional && !copy.isPointee && !copy.isOnHeap());
}

bool isOnePart(const Program &program, NodeId loop) {
  const NodeId up = program[loop].parent;
  const Block *block = isValid(up) ? program[up].as<Block>() : nullptr;
  return program[loop].as<Loop>()->part || (block && block->isSplitLoop);
}

} // namespace

bool isTestableInside(const RegionFacts &facts, NodeId node) {
  const Program &program = facts.program();
  const Loop *loop = program[node].as<Loop>();
  const LoopVerdict *verdict = facts.verdict(node);
  if (!loop || !verdict || !leavesNothing(*verdict) ||
      !verdict->conditions.empty() || !loop->counted ||
      !loop->counted->isPlain || isOnePart(program, node) ||
      loopsAround(program, node).empty())
    return false;
  const std::vector<ObjectId> named = namedObjects(program, node);
  // Under the user's own name.
  auto isAtHand = [&](ObjectId object) {
    const Object &o = program[object];
    bool isGlobal = o.kind == ObjectKind::Global;
    if (!o.isScalar)
      return isGlobal; // its address
    return (isGlobal || !o.isAddressTaken) &&
           std::binary_search(named.begin(), named.end(), object);
  };
  auto isAskable = [&](const AliasCheck::Side &side) {
    const std::vector<ObjectId> uses = variablesOf(side.trees());
    return !memoryReadBy(side.trees()) &&
           side.guard.is(polyhedral::CheckKind::True) &&
           std::all_of(uses.begin(), uses.end(), isAtHand);
  };
  return std::all_of(verdict->checks.begin(), verdict->checks.end(),
                     [&](const AliasCheck &check) {
                       return isAskable(check.first) && isAskable(check.second);
                     }) &&
         std::all_of(verdict->privates.begin(), verdict->privates.end(),
                     [&](const PrivateObject &copy) {
                       return isPrivateByItself(program, copy);
                     });
}

} // namespace hocket::taskgraph
