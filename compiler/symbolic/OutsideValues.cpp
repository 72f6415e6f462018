// SPDX-License-Identifier: Apache-2.0
//
// What a pointer was given before the root was entered, as in
//
//   const int *old = best[from];
//   int *row = best[1 - from];
//   for (c = 0; c < n; c++) row[c] = old[c];
//
// Told as places in `best`, the two never meet, whatever `from` is. The walk is
// that of ReachingValues.cpp, from the root upwards: the assignment found runs
// before each entry of the root, in the same iteration of every loop around
// both, and nothing that its value is computed from changes until the root is
// left. So the value is that of the same expression on entry.

#include "symbolic/AffineModel.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

/// The value that the statement stores in the variable, if that is all that it
/// does to it.
ExprId storedBy(const ir::Program &program, StmtId stmt, ObjectId object) {
  ExprId stored = ExprId::None;
  for (const ir::Access &access : program[stmt].accesses) {
    if (access.kind != ir::AccessKind::Write || !isValid(access.address) ||
        program[access.address].kind != ExprKind::AddrOf ||
        program[access.address].object != object)
      continue;
    if (isValid(stored) || !access.must ||
        access.size != program[object].size || !isValid(access.value))
      return ExprId::None;
    stored = access.value;
  }
  return stored;
}

/// In the node's block a name may mean another variable from there on.
bool declares(const ir::Program &program, NodeId node,
              const std::string &name) {
  StmtId stmt = StmtId::None;
  if (const ir::Leaf *leaf = program[node].as<ir::Leaf>())
    stmt = leaf->stmt;
  else if (const ir::Loop *loop = program[node].as<ir::Loop>())
    stmt = loop->init;
  return isValid(stmt) && isValid(program[stmt].declares) &&
         program[program[stmt].declares].name == name;
}

} // namespace

/// Computed from constants, addresses and variables that neither the root nor
/// any of `passed` changes.
bool AffineModel::isSettled(ExprId id, const std::vector<NodeId> &passed) {
  const ir::Expr &expr = program()[id];
  auto isHidden = [&](NodeId node) {
    return declares(program(), node, program()[expr.object].name);
  };
  auto isChanged = [&](NodeId node) { return nodeWrites(node, expr.object); };
  switch (expr.kind) {
  case ExprKind::Const:
    return true;
  case ExprKind::AddrOf:
    return std::none_of(passed.begin(), passed.end(), isHidden);
  case ExprKind::Var:
    return index_.isNamedOnly(expr.object) &&
           !program()[expr.object].isVolatile && !mayBeWritten(expr.object) &&
           std::none_of(passed.begin(), passed.end(), isHidden) &&
           std::none_of(passed.begin(), passed.end(), isChanged);
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Neg:
  case ExprKind::Mul:
  case ExprKind::Shl:
  case ExprKind::Cast:
    return std::all_of(
        expr.operands.begin(), expr.operands.end(),
        [&](ExprId operand) { return isSettled(operand, passed); });
  default:
    return false;
  }
}

/// The expression that a pointer, which the root leaves alone, has the value
/// of; None if that is not known.
ExprId AffineModel::definitionOutside(ObjectId object) {
  auto [known, isNew] = outside_.try_emplace(object, ExprId::None);
  if (!isNew || !index_.isNamedOnly(object) || mayBeWritten(object) ||
      program()[object].isVolatile || program()[object].isRestrict ||
      nodeWrites(scope_.root, object) ||
      index_.hasGoto(program()[scope_.root].function))
    return known->second;
  // The assignment, and all that runs between it and the root; loops around the
  // root included.
  constexpr std::size_t farthest = policy.loops.nodesBefore;
  std::vector<NodeId> passed{scope_.root};
  StmtId assignment = lastWriteBefore(object, passed);
  if (!isValid(assignment) || passed.size() > farthest)
    return ExprId::None;
  ExprId stored = storedBy(program(), assignment, object);
  if (isValid(stored) && program()[stored].isPointer &&
      isSettled(stored, passed))
    outside_[object] = stored;
  return outside_[object];
}

/// The plain statement that gives the object its value on entry of the root.
/// \param passed gets what runs from there on.
StmtId AffineModel::lastWriteBefore(ObjectId object,
                                    std::vector<NodeId> &passed) const {
  for (NodeId cur = scope_.root; isValid(program()[cur].parent);) {
    NodeId up = program()[cur].parent;
    if (index_.inlinedIn(up) == cur || mayBeEnteredInside(cur) ||
        program()[up].as<ir::Opaque>())
      return StmtId::None;
    const ir::Block *block = program()[up].as<ir::Block>();
    if (block && !block->isSplitLoop) {
      auto self =
          std::find(block->children.begin(), block->children.end(), cur);
      for (auto it = std::make_reverse_iterator(self);
           it != block->children.rend(); ++it) {
        passed.push_back(*it);
        const ir::Leaf *leaf = program()[*it].as<ir::Leaf>();
        if (nodeWrites(*it, object))
          return leaf ? leaf->stmt : StmtId::None;
        if (mayBeEnteredInside(*it))
          return StmtId::None;
      }
    } else {
      // A branch's condition, a loop's header and all that the loop does.
      passed.push_back(up);
      if (nodeWrites(up, object))
        return StmtId::None;
    }
    cur = up;
  }
  return StmtId::None;
}

} // namespace hocket::polyhedral
