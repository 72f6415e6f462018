// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/Definitions.h"

#include "symbolic/model/Exactness.h"
#include "symbolic/model/OutsideValues.h"
#include "symbolic/model/Writes.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

namespace {

/// `n = 1000;` before the root. One that is beyond its type's range as a number
/// with a sign stays a parameter.
std::optional<Value> constantGiven(ModelData &m, const ir::Expr &variable) {
  ExprId outside = definitionOutside(m, variable.object);
  if (!isValid(outside) || variable.isFloat)
    return std::nullopt;
  const ir::Expr &given = m.program()[outside];
  if (given.kind != ExprKind::Const || given.isPointer ||
      given.bits != variable.bits || given.isSigned != variable.isSigned)
    return std::nullopt;
  std::optional<Value> constant =
      value(m, outside, {m.scope.root, StmtId::None});
  return constant && constant->wrapBits == 0 ? constant : std::nullopt;
}

} // namespace

std::optional<Value> entryValue(ModelData &m, ExprId id, Point point) {
  const ir::Expr &expr = m.program()[id];
  std::string name = "v" + std::to_string(ir::index(expr.object));
  if (expr.isPointer) {
    ExprId outside = mayBeWritten(m, expr.object)
                         ? ExprId::None
                         : definitionOutside(m, expr.object);
    if (isValid(outside) && !m.program()[outside].isPointer)
      outside = ExprId::None;
    m.hasOutsidePointers |= isValid(outside);
    if (isValid(outside) && m.scope.followsPointers)
      if (std::optional<Value> given =
              value(m, outside, {m.scope.root, StmtId::None});
          given && given->base)
        return given;
    return Value{Base{Base::Kind::Pointer, name, expr.object, id, point.stmt},
                 Polynomial(), 0};
  }
  if (std::optional<Value> constant = constantGiven(m, expr))
    return constant;
  return m.symbols.parameter(name, id, point.stmt);
}

std::optional<Value> definedBy(ModelData &m, StmtId id, NodeId node,
                               ObjectId object) {
  const ir::Stmt &stmt = m.program()[id];
  const ir::Access *definition = nullptr;
  for (const ir::Access &access : stmt.accesses) {
    if (access.kind != ir::AccessKind::Write || !isValid(access.address) ||
        m.program()[access.address].kind != ExprKind::AddrOf ||
        m.program()[access.address].object != object)
      continue;
    if (definition || !access.must || access.size != m.program()[object].size)
      return std::nullopt;
    definition = &access;
  }
  if (!definition || !isValid(definition->value))
    return std::nullopt;
  const ir::Expr &stored = m.program()[definition->value];
  const ir::Object &variable = m.program()[object];
  // A conversion on assignment that is not shown as a Cast is value preserving
  // only into a type at least as wide.
  if (!variable.isPointer &&
      (stored.bits > variable.bits ||
       (stored.bits == variable.bits && stored.isSigned != variable.isSigned)))
    return std::nullopt;
  std::optional<Value> result = value(m, definition->value, {node, id});
  // A residue is relative to the value's own type: settle it before widening.
  if (result && !result->base && stored.bits != variable.bits &&
      !makeExact(m, *result, stored, {node, id}))
    return std::nullopt;
  return result;
}

namespace {

/// What the last child that writes the object leaves in it, if each way through
/// the block passes it.
std::optional<Value> definitionInBlock(ModelData &m, const ir::Block &block,
                                       ObjectId object) {
  for (auto it = block.children.rbegin(); it != block.children.rend(); ++it)
    if (m.program()[*it].exits.any() || mayBeEnteredInside(m, *it))
      return std::nullopt;
    else if (nodeWrites(m, *it, object))
      return definitionIn(m, *it, object);
  return std::nullopt;
}

} // namespace

std::optional<Value> definitionIn(ModelData &m, NodeId sibling,
                                  ObjectId object) {
  if (const ir::Block *block = m.program()[sibling].as<ir::Block>())
    return definitionInBlock(m, *block, object);
  const ir::Leaf *leaf = m.program()[sibling].as<ir::Leaf>();
  return leaf ? definedBy(m, leaf->stmt, sibling, object) : std::nullopt;
}

} // namespace hocket::polyhedral
