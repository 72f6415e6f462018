// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/Addresses.h"

#include "ir/CallInstance.h"
#include "ir/Tree.h"
#include "symbolic/Alias.h"
#include "symbolic/model/Definitions.h"

#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ExprId;
using ir::ExprKind;
using ir::StmtId;

namespace {

bool sameExpr(const ir::Program &program, ExprId a, ExprId b) {
  if (a == b)
    return true;
  const ir::Expr &x = program[a], &y = program[b];
  if (x.kind != y.kind || x.bits != y.bits || x.isSigned != y.isSigned ||
      x.value != y.value || x.object != y.object ||
      x.operands.size() != y.operands.size() || x.kind == ExprKind::Unknown ||
      x.kind == ExprKind::CallResult)
    return false;
  for (std::size_t i = 0; i < x.operands.size(); ++i)
    if (!sameExpr(program, x.operands[i], y.operands[i]))
      return false;
  return true;
}

} // namespace

Point whereWritten(const ModelData &m, Point point) {
  const ir::Program &program = m.program();
  std::optional<ir::CallPoint> call = ir::callAround(program, point.node);
  bool isArgument =
      call && program[point.node].parent == ir::siteOf(program, *call).copy &&
      program[point.node].as<ir::Leaf>();
  return isArgument ? Point{call->node, call->stmt} : point;
}

const EffectItem *itemOfLoad(const ModelData &m, ExprId address, Point point) {
  std::vector<StmtId> stmts;
  if (isValid(point.stmt))
    stmts.push_back(point.stmt);
  else
    stmts = ir::ownStmts(m.program(), point.node);
  for (StmtId stmt : stmts)
    for (const EffectItem &item : m.index.itemsOf(stmt))
      if (item.kind == ir::AccessKind::Read && item.offset == 0 &&
          isValid(item.address) && sameExpr(m.program(), item.address, address))
        return &item;
  return nullptr;
}

std::optional<Value> addressOf(ModelData &m, const EffectItem &item,
                               Point point) {
  if (!isValid(item.address))
    return std::nullopt;
  std::optional<Value> address = value(m, item.address, point);
  std::optional<Polynomial> offset = Polynomial::constant(item.offset);
  if (!address || !address->base || !offset)
    return std::nullopt;
  std::optional<Polynomial> sum = address->polynomial.plus(*offset);
  if (!sum)
    return std::nullopt;
  address->polynomial = *sum;
  return address;
}

namespace {

/// Nothing in the expression is or was a pointer, which has so many bits.
bool isPlainInteger(const ir::Program &program, ExprId id, unsigned bits) {
  const ir::Expr &expr = program[id];
  if (expr.isPointer || expr.kind == ExprKind::AddrOf)
    return false;
  if (expr.kind == ExprKind::CallResult)
    return expr.bits < bits;
  if (expr.kind == ExprKind::Load)
    return true;
  return std::all_of(
      expr.operands.begin(), expr.operands.end(),
      [&](ExprId operand) { return isPlainInteger(program, operand, bits); });
}

} // namespace

std::optional<Value> pointerUsed(const ModelData &m, ExprId address,
                                 StmtId stmt) {
  for (; isValid(address); address = m.program()[address].operands[0]) {
    const ir::Expr &expr = m.program()[address];
    Base base;
    base.expr = address;
    base.at = stmt;
    if (expr.kind == ExprKind::Var) {
      base.kind = Base::Kind::Pointer;
      base.object = expr.object;
      return Value{base, Polynomial(), 0};
    }
    if (expr.kind == ExprKind::Load) {
      base.kind = Base::Kind::Loaded;
      return Value{base, Polynomial(), 0};
    }
    bool isStep = expr.isPointer &&
                  (expr.kind == ExprKind::Add || expr.kind == ExprKind::Sub);
    if (!isStep || !m.program()[expr.operands[0]].isPointer)
      return std::nullopt;
  }
  return std::nullopt;
}

namespace {

std::optional<Base> baseOf(ModelData &m, ExprId address, StmtId stmt,
                           unsigned depth);

/// What a step moves, if the expression is a pointer and what is added to it.
ExprId steppedPointer(const ir::Program &program, const ir::Expr &expr) {
  bool isStep = expr.isPointer &&
                (expr.kind == ExprKind::Add || expr.kind == ExprKind::Sub);
  if (!isStep)
    return ExprId::None;
  auto [base, offset] =
      std::minmax(expr.operands[0], expr.operands[1], [&](ExprId a, ExprId b) {
        return program[a].isPointer && !program[b].isPointer;
      });
  bool isPointer = program[base].isPointer &&
                   isPlainInteger(program, offset, 8u * program.pointerBytes);
  return isPointer ? base : ExprId::None;
}

/// The value is the variable itself, or steps from it.
bool isMovedFrom(const ir::Program &program, ExprId value,
                 ir::ObjectId variable) {
  while (isValid(value) && program[value].kind != ExprKind::Var)
    value = steppedPointer(program, program[value]);
  return isValid(value) && program[value].object == variable;
}

/// The value of the statement's one write of the variable, all of it.
ExprId valueStored(const ir::Program &program, StmtId stmt,
                   ir::ObjectId variable) {
  ExprId result = ExprId::None;
  for (const ir::Access &access : program[stmt].accesses) {
    if (access.kind != ir::AccessKind::Write || !isValid(access.address) ||
        program[access.address].kind != ExprKind::AddrOf ||
        program[access.address].object != variable)
      continue;
    if (isValid(result) || access.size != program[variable].size)
      return ExprId::None;
    result = access.value;
  }
  return result;
}

/// What a pointer variable is relative to wherever the root uses it: all that
/// it is given has one base, which is the same throughout the root, and else
/// it is moved by steps. How far is not asked.
std::optional<Base> movedBase(ModelData &m, ExprId variable, StmtId stmt,
                              unsigned depth) {
  const ir::Program &program = m.program();
  ir::ObjectId id = program[variable].object;
  const ir::Object &object = program[id];
  if (depth == 0 || !object.isPointer || object.isVolatile ||
      object.isThreadLocal || !m.index.isNamedOnly(id))
    return std::nullopt;
  bool isLocal = object.kind == ir::ObjectKind::Local &&
                 isValid(object.scope) && object.scope != m.scope.root &&
                 ir::isWithin(program, object.scope, m.scope.root);
  std::optional<Base> result;
  if (!isLocal)
    if (std::optional<Value> entry =
            entryValue(m, variable, {m.scope.root, stmt}))
      result = entry->base;
  for (StmtId writer : m.index.namedWriters(id)) {
    if (!ir::isWithin(program, m.index.nodeOf(writer), m.scope.root))
      continue;
    ExprId value = valueStored(program, writer, id);
    if (isMovedFrom(program, value, id))
      continue;
    std::optional<Base> given = baseOf(m, value, writer, depth - 1);
    if (!given || (result && result->key != given->key))
      return std::nullopt;
    result = given;
  }
  bool isFixed = result && result->kind != Base::Kind::Row &&
                 result->kind != Base::Kind::Allocation;
  return isFixed ? result : std::nullopt;
}

std::optional<Base> baseOf(ModelData &m, ExprId address, StmtId stmt,
                           unsigned depth) {
  // How far the pointer is stepped may take long to find out.
  for (ExprId pointer = address; isValid(pointer);
       pointer = steppedPointer(m.program(), m.program()[pointer]))
    address = pointer;
  if (!isValid(address))
    return std::nullopt;
  if (std::optional<Value> known = value(m, address, pointOf(m, stmt));
      known && known->base)
    return known->base;
  return m.program()[address].kind == ExprKind::Var
             ? movedBase(m, address, stmt, depth)
             : std::nullopt;
}

} // namespace

std::optional<Base> baseOf(ModelData &m, ExprId address, StmtId stmt) {
  return baseOf(m, address, stmt, policy.loops.movedPointers);
}

bool typesExclude(const ModelData &m, const EffectItem &a,
                  const std::optional<Value> &addressA, const EffectItem &b,
                  const std::optional<Value> &addressB) {
  if (!m.scope.strictAliasing || a.type.empty() || b.type.empty())
    return false;
  if (mayAlias(aliasClass(a.type), aliasClass(b.type)))
    return false;
  // A union's members are told apart by nothing but the path, so at least one
  // side must be a plain `T *` that is dereferenced as T.
  auto isPlain = [&](const EffectItem &item,
                     const std::optional<Value> &address) {
    if (!address || !address->base)
      return false;
    auto isOwn = [&](std::string_view type) {
      AliasClass cls = aliasClass(type);
      return cls != AliasClass::Any && cls == aliasClass(item.type);
    };
    const Base &base = *address->base;
    if (base.kind == Base::Kind::Pointer)
      return isOwn(pointee(m.index.typeOf(base.object)));
    if (base.kind == Base::Kind::Loaded || base.kind == Base::Kind::Row) {
      ir::ExprId inner = m.program()[base.expr].operands[0];
      const EffectItem *load =
          itemOfLoad(m, inner, {m.index.nodeOf(base.at), base.at});
      return load && isOwn(pointee(load->type));
    }
    return base.kind == Base::Kind::Object &&
           m.program()[base.object].isScalar &&
           isOwn(m.index.typeOf(base.object));
  };
  return isPlain(a, addressA) || isPlain(b, addressB);
}

} // namespace hocket::polyhedral
