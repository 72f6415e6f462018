// SPDX-License-Identifier: Apache-2.0
//
// What holds whenever the model's root is entered, from the conditions around
// it. A condition of a branch or loop that encloses the root was true when
// control passed it; it still is if nothing inside the branch or loop body
// changes what it names. An iterator that only grows is at least what it
// started from.

#include "symbolic/AffineModel.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::StmtId;

/// Reads nothing but variables that the node leaves alone.
bool AffineModel::isUntouchedIn(ExprId id, NodeId node) const {
  if (!isValid(id))
    return false;
  const ir::Expr &expr = program()[id];
  if (expr.kind == ExprKind::Unknown || expr.kind == ExprKind::CallResult ||
      expr.kind == ExprKind::Load)
    return false;
  if (expr.kind == ExprKind::Var &&
      (program()[expr.object].isVolatile || nodeWrites(node, expr.object)))
    return false;
  return std::all_of(
      expr.operands.begin(), expr.operands.end(),
      [&](ExprId operand) { return isUntouchedIn(operand, node); });
}

/// The parts of the condition, which was `truth`, that still hold in `inside`.
isl::set AffineModel::stillHolds(ExprId id, bool truth, NodeId inside) {
  if (!isValid(id))
    return universe();
  const ir::Expr &expr = program()[id];
  bool isSplit =
      expr.kind == (truth ? ExprKind::LogicalAnd : ExprKind::LogicalOr);
  if (isSplit)
    return stillHolds(expr.operands[0], truth, inside)
        .intersect(stillHolds(expr.operands[1], truth, inside));
  if (expr.kind == ExprKind::LogicalNot)
    return stillHolds(expr.operands[0], !truth, inside);
  if (!isUntouchedIn(id, inside))
    return universe();
  return condition(id, {scope_.root, StmtId::None}, truth).set;
}

namespace {

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

} // namespace

/// `for (v = e; ...; v += c)` with c > 0 and v otherwise left alone: v >= e.
isl::set AffineModel::startsFrom(NodeId loop) {
  const ir::Loop &data = *program()[loop].as<ir::Loop>();
  const ir::Access *start = onlyScalarWrite(program(), data.init);
  const ir::Access *step = onlyScalarWrite(program(), data.step);
  if (!start || !step || data.form != ir::LoopForm::For)
    return universe();
  ir::ObjectId variable = program()[start->address].object;
  const ir::Object &object = program()[variable];
  const ir::Expr &next = program()[step->value];
  bool grows = program()[step->address].object == variable &&
               next.kind == ExprKind::Add &&
               program()[next.operands[0]].kind == ExprKind::Var &&
               program()[next.operands[0]].object == variable &&
               program()[next.operands[1]].kind == ExprKind::Const &&
               program()[next.operands[1]].value > 0;
  if (!grows || !object.isScalar || object.isPointer || object.isFloat ||
      !object.isSigned || object.bits < 32 || object.isVolatile ||
      !index_.isNamedOnly(variable) || nodeWrites(data.body, variable) ||
      stmtWrites(data.condition, variable) ||
      !isUntouchedIn(start->value, loop))
    return universe();
  std::optional<Poly> least =
      exactLinear(start->value, {scope_.root, StmtId::None});
  if (!least)
    return universe();
  isl::pw_aff self = universe().param_pw_aff_on_domain(
      isl_ext::named(ctx_, "v" + std::to_string(ir::index(variable))));
  return self.ge_set(toIsl(*least)).intersect(definitions(*least));
}

isl::set AffineModel::entryContext() {
  isl::set context = universe();
  domains_.insert_or_assign(scope_.root, Memo<Domain>{{context, true}, true});
  for (NodeId inner = scope_.root; isValid(program()[inner].parent);
       inner = program()[inner].parent) {
    NodeId outer = program()[inner].parent;
    if (mayBeEnteredInside(inner))
      break;
    if (const ir::Branch *branch = program()[outer].as<ir::Branch>()) {
      context = context.intersect(stillHolds(program()[branch->condition].value,
                                             inner == branch->thenNode, inner));
    } else if (const ir::Loop *loop = program()[outer].as<ir::Loop>()) {
      if (loop->form != ir::LoopForm::Do && isValid(loop->condition))
        context = context.intersect(
            stillHolds(program()[loop->condition].value, true, inner));
      context = context.intersect(startsFrom(outer));
    }
  }
  return context;
}

} // namespace hocket::polyhedral
