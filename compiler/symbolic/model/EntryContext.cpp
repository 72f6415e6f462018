// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/EntryContext.h"

#include "ir/Tree.h"
#include "symbolic/model/Conditions.h"
#include "symbolic/model/Exactness.h"
#include "symbolic/model/OutsideValues.h"
#include "symbolic/model/Writes.h"

#include <algorithm>
#include <set>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::StmtId;

namespace {

/// The expression is of variables as they were before the statement, and names
/// one that the statement changes: of `while (n-- > 1)`, n.
bool isChangedBy(const ModelData &m, ExprId id, StmtId stmt) {
  const ir::Expr &expr = m.program()[id];
  return (expr.kind == ExprKind::Var && stmtWrites(m, stmt, expr.object)) ||
         std::any_of(
             expr.operands.begin(), expr.operands.end(),
             [&](ExprId operand) { return isChangedBy(m, operand, stmt); });
}

/// A condition, and what it is the value of.
struct Tested {
  StmtId stmt;
  ExprId value;
};

/// The parts of the condition, which was `truth`, that still hold in `inside`.
isl::set stillHolds(ModelData &m, const Tested &tested, bool truth,
                    NodeId inside) {
  ExprId id = tested.value;
  if (!isValid(id))
    return m.symbols.universe();
  const ir::Expr &expr = m.program()[id];
  bool isSplit =
      expr.kind == (truth ? ExprKind::LogicalAnd : ExprKind::LogicalOr);
  if (isSplit)
    return stillHolds(m, {tested.stmt, expr.operands[0]}, truth, inside)
        .intersect(
            stillHolds(m, {tested.stmt, expr.operands[1]}, truth, inside));
  if (expr.kind == ExprKind::LogicalNot)
    return stillHolds(m, {tested.stmt, expr.operands[0]}, !truth, inside);
  if (!isUntouchedIn(m, id, inside) || isChangedBy(m, id, tested.stmt))
    return m.symbols.universe();
  return condition(m, id, {m.scope.root, StmtId::None}, truth).set;
}

/// The one value that the statement stores in some variable by name.
const ir::Access *onlyScalarWrite(const ir::Program &program, StmtId stmt) {
  const ir::Access *result = nullptr;
  if (!isValid(stmt))
    return nullptr;
  for (const ir::Access &access : program[stmt].accesses) {
    if (access.kind != ir::AccessKind::Write)
      continue;
    if (result || !access.must || !isValid(access.address) ||
        program[access.address].kind != ExprKind::AddrOf ||
        !isValid(access.value))
      return nullptr;
    result = &access;
  }
  return result;
}

/// The value of a variable on entry, as its parameter is named.
isl::pw_aff valueOf(ModelData &m, ir::ObjectId variable) {
  return m.symbols.universe().param_pw_aff_on_domain(isl_ext::named(
      m.symbols.ctx(), "v" + std::to_string(ir::index(variable))));
}

/// `for (v = e; ...; v += c)` with c > 0 and v otherwise left alone: v >= e.
isl::set startsFrom(ModelData &m, NodeId loop) {
  const ir::Loop &data = *m.program()[loop].as<ir::Loop>();
  const ir::Access *start = onlyScalarWrite(m.program(), data.init);
  const ir::Access *step = onlyScalarWrite(m.program(), data.step);
  if (!start || !step || data.form != ir::LoopForm::For)
    return m.symbols.universe();
  ir::ObjectId variable = m.program()[start->address].object;
  const ir::Object &object = m.program()[variable];
  const ir::Expr &next = m.program()[step->value];
  bool grows = m.program()[step->address].object == variable &&
               next.kind == ExprKind::Add &&
               m.program()[next.operands[0]].kind == ExprKind::Var &&
               m.program()[next.operands[0]].object == variable &&
               m.program()[next.operands[1]].kind == ExprKind::Const &&
               m.program()[next.operands[1]].value > 0;
  if (!grows || !object.isScalar || object.isPointer || object.isFloat ||
      !object.isSigned || object.bits < 32 || object.isVolatile ||
      !m.index.isNamedOnly(variable) || nodeWrites(m, data.body, variable) ||
      stmtWrites(m, data.condition, variable) ||
      !isUntouchedIn(m, start->value, loop))
    return m.symbols.universe();
  std::optional<Polynomial> least =
      exactLinear(m, start->value, {m.scope.root, StmtId::None});
  if (!least)
    return m.symbols.universe();
  return valueOf(m, variable)
      .ge_set(m.symbols.toIsl(*least))
      .intersect(m.symbols.definitions(*least));
}

/// Variables that the root reads by name.
std::set<ir::ObjectId> readByName(const ModelData &m) {
  std::set<ir::ObjectId> objects;
  for (StmtId stmt : m.stmts)
    for (const ir::Access &access : m.program()[stmt].accesses)
      if (access.kind == ir::AccessKind::Read && isValid(access.address) &&
          m.program()[access.address].kind == ExprKind::AddrOf)
        objects.insert(m.program()[access.address].object);
  return objects;
}

/// `width = m + 1;` before the root, of which neither has changed since.
isl::set wereGiven(ModelData &m) {
  isl::set given = m.symbols.universe();
  for (ir::ObjectId id : readByName(m)) {
    const ir::Object &object = m.program()[id];
    if (!object.isScalar || object.isPointer || object.isFloat ||
        !object.isSigned || object.bits < 32 || mayBeWritten(m, id))
      continue;
    ExprId value = definitionOutside(m, id);
    if (!isValid(value) || m.program()[value].kind == ExprKind::Const ||
        m.program()[value].bits != object.bits || !m.program()[value].isSigned)
      continue;
    if (std::optional<Polynomial> polynomial =
            exactLinear(m, value, {m.scope.root, StmtId::None}))
      given =
          given.intersect(valueOf(m, id).eq_set(m.symbols.toIsl(*polynomial)))
              .intersect(m.symbols.definitions(*polynomial));
  }
  return given;
}

} // namespace

isl::set entryContext(ModelData &m) {
  isl::set context = m.symbols.universe();
  auto conditionOf = [&](StmtId stmt) {
    return Tested{stmt, m.program()[stmt].value};
  };
  m.memos.domains.insert_or_assign(m.scope.root,
                                   Memos::Memo<Domain>{{context, true}, true});
  for (NodeId inner = m.scope.root; isValid(m.program()[inner].parent);
       inner = m.program()[inner].parent) {
    NodeId outer = m.program()[inner].parent;
    if (mayBeEnteredInside(m, inner))
      break;
    if (const ir::Branch *branch = m.program()[outer].as<ir::Branch>()) {
      context = context.intersect(stillHolds(m, conditionOf(branch->condition),
                                             inner == branch->thenNode, inner));
    } else if (const ir::Loop *loop = m.program()[outer].as<ir::Loop>()) {
      if (loop->form != ir::LoopForm::Do && isValid(loop->condition))
        context = context.intersect(
            stillHolds(m, conditionOf(loop->condition), true, inner));
      context = context.intersect(startsFrom(m, outer));
    }
  }
  context = context.intersect(wereGiven(m));
  return context;
}

} // namespace hocket::polyhedral
