// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/OutsideValues.h"

#include "ir/Tree.h"
#include "support/Policy.h"
#include "symbolic/model/Writes.h"

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

/// Computed from constants, addresses and variables that neither the root nor
/// any of `passed` changes.
bool isSettled(ModelData &m, ExprId id, const std::vector<NodeId> &passed) {
  const ir::Expr &expr = m.program()[id];
  auto isHidden = [&](NodeId node) {
    return declares(m.program(), node, m.program()[expr.object].name);
  };
  auto isChanged = [&](NodeId node) {
    return nodeWrites(m, node, expr.object);
  };
  switch (expr.kind) {
  case ExprKind::Const:
    return true;
  case ExprKind::AddrOf:
    return std::none_of(passed.begin(), passed.end(), isHidden);
  case ExprKind::Var:
    return m.index.isNamedOnly(expr.object) &&
           !m.program()[expr.object].isVolatile &&
           !mayBeWritten(m, expr.object) &&
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
        [&](ExprId operand) { return isSettled(m, operand, passed); });
  default:
    return false;
  }
}

/// The root, or what of it the model describes.
std::vector<NodeId> partsOfRoot(const ModelData &m) {
  return m.scope.children.empty() ? std::vector{m.scope.root}
                                  : m.scope.children;
}

/// The root is entered after its init, which changes the object.
bool isInitialized(const ModelData &m, ObjectId object) {
  const ir::Loop *loop = m.program()[m.scope.root].as<ir::Loop>();
  return loop && !m.scope.ownInit && isValid(loop->init) &&
         stmtWrites(m, loop->init, object);
}

/// The plain statement that gives the object its value on entry of the root.
/// \param passed gets what runs from there on.
StmtId lastWriteBefore(const ModelData &m, ObjectId object,
                       std::vector<NodeId> &passed) {
  for (NodeId cur = partsOfRoot(m).front(); isValid(m.program()[cur].parent);) {
    NodeId up = m.program()[cur].parent;
    if (m.index.inlinedIn(up) == cur || mayBeEnteredInside(m, cur) ||
        m.program()[up].as<ir::Opaque>())
      return StmtId::None;
    const ir::Block *block = m.program()[up].as<ir::Block>();
    if (block && !block->isSplitLoop) {
      auto self =
          std::find(block->children.begin(), block->children.end(), cur);
      for (auto it = std::make_reverse_iterator(self);
           it != block->children.rend(); ++it) {
        passed.push_back(*it);
        const ir::Leaf *leaf = m.program()[*it].as<ir::Leaf>();
        if (nodeWrites(m, *it, object))
          return leaf ? leaf->stmt : StmtId::None;
        if (mayBeEnteredInside(m, *it))
          return StmtId::None;
      }
    } else {
      // A branch's condition, a loop's header and all that the loop does.
      passed.push_back(up);
      if (nodeWrites(m, up, object))
        return StmtId::None;
    }
    cur = up;
  }
  return StmtId::None;
}

} // namespace

ExprId definitionOutside(ModelData &m, ObjectId object) {
  auto [known, isNew] = m.outside.try_emplace(object, ExprId::None);
  if (!isNew || !m.index.isNamedOnly(object) ||
      m.program()[object].isVolatile || m.program()[object].isRestrict ||
      isInitialized(m, object) ||
      m.index.hasGoto(m.program()[m.scope.root].function))
    return known->second;
  // The assignment, and all that runs between it and the root; loops around the
  // root included.
  constexpr std::size_t farthest = policy.loops.nodesBefore;
  std::vector<NodeId> passed = partsOfRoot(m);
  StmtId assignment = lastWriteBefore(m, object, passed);
  if (!isValid(assignment) || passed.size() > farthest)
    return ExprId::None;
  ExprId stored = storedBy(m.program(), assignment, object);
  if (isValid(stored) && isSettled(m, stored, passed))
    m.outside[object] = stored;
  return m.outside[object];
}

} // namespace hocket::polyhedral
