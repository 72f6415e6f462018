// SPDX-License-Identifier: Apache-2.0
//
// What a variable or a load holds at a point: an iterator, the value on entry
// of the root, or the value of the one assignment that reaches the point.
//
// The walk goes from the point upwards: through the earlier siblings of each
// enclosing block, and through enclosing loops and branches that leave the
// variable alone. An assignment found that way runs in the same iteration of
// every loop around it as the point, so its value can be taken there.

#include "symbolic/AffineModel.h"
#include "symbolic/Alias.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

/// Its seen-through calls apart.
bool AffineModel::writesItself(StmtId stmt, ObjectId object) const {
  if (!isValid(stmt))
    return false;
  const analysis::StmtEffects &effects =
      index_.effects().stmts[ir::index(stmt)];
  if (effects.isUnknown && !index_.isNamedOnly(object))
    return true;
  const std::vector<EffectItem> &items = index_.itemsOf(stmt);
  return std::any_of(items.begin(), items.end(), [&](const EffectItem &item) {
    return item.kind == ir::AccessKind::Write && index_.mayTouch(item, object);
  });
}

bool AffineModel::stmtWrites(StmtId stmt, ObjectId object) const {
  if (!isValid(stmt))
    return false;
  NodeId calls = index_.inlinedIn(index_.nodeOf(stmt));
  return writesItself(stmt, object) ||
         (isValid(calls) && nodeWrites(calls, object));
}

bool AffineModel::nodeWrites(NodeId node, ObjectId object) const {
  if (index_.isNamedOnly(object)) {
    const std::vector<StmtId> &writers = index_.namedWriters(object);
    return std::any_of(writers.begin(), writers.end(), [&](StmtId stmt) {
      return ir::isWithin(program(), index_.nodeOf(stmt), node);
    });
  }
  std::vector<StmtId> stmts = index_.stmtsOf(node);
  return std::any_of(stmts.begin(), stmts.end(),
                     [&](StmtId stmt) { return writesItself(stmt, object); });
}

/// The loop changes the object after its init.
bool AffineModel::loopWrites(NodeId loop, ObjectId object) const {
  const ir::Loop &data = *program()[loop].as<ir::Loop>();
  return nodeWrites(data.body, object) || stmtWrites(data.condition, object) ||
         stmtWrites(data.step, object);
}

std::optional<Value> AffineModel::entryValue(ExprId id, Point point) {
  const ir::Expr &expr = program()[id];
  std::string name = "v" + std::to_string(ir::index(expr.object));
  if (expr.isPointer) {
    ExprId outside = definitionOutside(expr.object);
    hasOutsidePointers_ |= isValid(outside);
    if (isValid(outside) && scope_.followsPointers)
      if (std::optional<Value> given =
              value(outside, {scope_.root, StmtId::None});
          given && given->root)
        return given;
    return Value{Root{Root::Kind::Pointer, name, expr.object, id, point.stmt},
                 Poly(), 0};
  }
  return parameter(name, id, point.stmt);
}

/// The value that `sibling`, which writes the object, leaves in it.
std::optional<Value> AffineModel::definitionIn(NodeId sibling,
                                               ObjectId object) {
  if (const ir::Block *block = program()[sibling].as<ir::Block>())
    return definitionInBlock(*block, object);
  const ir::Leaf *leaf = program()[sibling].as<ir::Leaf>();
  return leaf ? definedBy(leaf->stmt, sibling, object) : std::nullopt;
}

/// The value that the statement leaves in the object, which it writes.
std::optional<Value> AffineModel::definedBy(StmtId id, NodeId node,
                                            ObjectId object) {
  const ir::Stmt &stmt = program()[id];
  const ir::Access *definition = nullptr;
  for (const ir::Access &access : stmt.accesses) {
    if (access.kind != ir::AccessKind::Write || !isValid(access.address) ||
        program()[access.address].kind != ExprKind::AddrOf ||
        program()[access.address].object != object)
      continue;
    if (definition || !access.must || access.size != program()[object].size)
      return std::nullopt;
    definition = &access;
  }
  if (!definition || !isValid(definition->value))
    return std::nullopt;
  const ir::Expr &stored = program()[definition->value];
  const ir::Object &variable = program()[object];
  // A conversion on assignment that is not shown as a Cast is value preserving
  // only into a type at least as wide.
  if (!variable.isPointer &&
      (stored.bits > variable.bits ||
       (stored.bits == variable.bits && stored.isSigned != variable.isSigned)))
    return std::nullopt;
  std::optional<Value> result = value(definition->value, {node, id});
  // A residue is relative to the value's own type: settle it before widening.
  if (result && !result->root && stored.bits != variable.bits &&
      !makeExact(*result, stored, {node, id}))
    return std::nullopt;
  return result;
}

/// What the last child that writes the object leaves in it, if each way through
/// the block passes it.
std::optional<Value> AffineModel::definitionInBlock(const ir::Block &block,
                                                    ObjectId object) {
  for (auto it = block.children.rbegin(); it != block.children.rend(); ++it)
    if (program()[*it].exits.any() || mayBeEnteredInside(*it))
      return std::nullopt;
    else if (nodeWrites(*it, object))
      return definitionIn(*it, object);
  return std::nullopt;
}

/// A child of the root that is not in the model's scope: it ran before.
bool AffineModel::isOutside(NodeId child) const {
  return !scope_.children.empty() &&
         std::find(scope_.children.begin(), scope_.children.end(), child) ==
             scope_.children.end();
}

std::optional<Value> AffineModel::variable(ExprId id, Point point) {
  const ir::Expr &expr = program()[id];
  const ir::Object &object = program()[expr.object];
  if (object.isVolatile || object.isThreadLocal || expr.isFloat)
    return std::nullopt;
  bool isFixed = !mayBeWritten(expr.object);
  if (isFixed)
    return entryValue(id, point);
  if (InductionAt at = inductionAt(expr.object, point); at.applies)
    return at.value;
  NodeId cur = point.node;
  const ir::Loop *header = program()[cur].as<ir::Loop>();
  if (header && isValid(point.stmt) && point.stmt != header->init &&
      loopWrites(cur, expr.object))
    return std::nullopt; // the header sees what earlier iterations left
  if (stmtWrites(point.stmt, expr.object) ||
      index_.hasGoto(program()[cur].function))
    return std::nullopt;
  if (header && isValid(point.stmt) && point.stmt != header->init &&
      (cur != scope_.root || scope_.ownInit) &&
      stmtWrites(header->init, expr.object))
    return std::nullopt;

  bool mayHaveSkipped = false; // a jump may lead to the point past a definition
  while (cur != scope_.root) {
    NodeId up = program()[cur].parent;
    const ir::Node &parent = program()[up];
    if (index_.inlinedIn(up) == cur) {
      // What the calling statement itself writes comes before or after. (Of
      // variables that the callee cannot name, the arguments' values are
      // meant.)
      StmtId caller = ir::ownStmts(program(), up).front();
      if (!index_.isNamedOnly(expr.object) && writesItself(caller, expr.object))
        return std::nullopt;
      cur = up;
      continue;
    }
    mayHaveSkipped |= mayBeEnteredInside(cur);
    if (ir::runsOnce(program(), up)) {
      cur = up;
      continue;
    }
    if (const ir::Loop *loop = parent.as<ir::Loop>()) {
      const ir::Counted *counted = countOf(up);
      if (counted && counted->iterator == expr.object) {
        const LoopShape *shape = loopShape(up);
        if (!shape)
          return std::nullopt;
        return Value{std::nullopt, Poly::atom(shape->iterator), 0};
      }
      if (loopWrites(up, expr.object))
        return std::nullopt;
      if ((up != scope_.root || scope_.ownInit) &&
          stmtWrites(loop->init, expr.object))
        return std::nullopt;
    } else if (const ir::Block *block = parent.as<ir::Block>()) {
      auto self =
          std::find(block->children.begin(), block->children.end(), cur);
      for (auto it = std::make_reverse_iterator(self);
           it != block->children.rend(); ++it) {
        if (up == scope_.root && isOutside(*it))
          break;
        if (nodeWrites(*it, expr.object))
          return index_.isNamedOnly(expr.object) && !mayHaveSkipped
                     ? definitionIn(*it, expr.object)
                     : std::nullopt;
        mayHaveSkipped |= mayBeEnteredInside(*it);
      }
    } else if (const ir::Branch *branch = parent.as<ir::Branch>()) {
      if (stmtWrites(branch->condition, expr.object))
        return std::nullopt;
    } else if (nodeWrites(up, expr.object)) {
      return std::nullopt;
    }
    cur = up;
  }
  return entryValue(id, point);
}

} // namespace hocket::polyhedral
