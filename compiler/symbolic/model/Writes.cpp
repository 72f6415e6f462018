// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/Writes.h"

#include "ir/Tree.h"

#include <algorithm>

namespace hocket::polyhedral {

using analysis::EffectItem;
using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::ObjectId;
using ir::StmtId;

bool writesItself(const ModelData &m, StmtId stmt, ObjectId object) {
  if (!isValid(stmt))
    return false;
  const analysis::StmtEffects &effects =
      m.index.effects().stmts[ir::index(stmt)];
  if (effects.isUnknown && !m.index.isNamedOnly(object))
    return true;
  const std::vector<EffectItem> &items = m.index.itemsOf(stmt);
  return std::any_of(items.begin(), items.end(), [&](const EffectItem &item) {
    return item.kind == ir::AccessKind::Write && m.index.mayTouch(item, object);
  });
}

bool stmtWrites(const ModelData &m, StmtId stmt, ObjectId object) {
  if (!isValid(stmt))
    return false;
  NodeId calls = m.index.inlinedIn(m.index.nodeOf(stmt));
  return writesItself(m, stmt, object) ||
         (isValid(calls) && nodeWrites(m, calls, object));
}

bool nodeWrites(const ModelData &m, NodeId node, ObjectId object) {
  if (m.index.isNamedOnly(object)) {
    const std::vector<StmtId> &writers = m.index.namedWriters(object);
    return std::any_of(writers.begin(), writers.end(), [&](StmtId stmt) {
      return ir::isWithin(m.program(), m.index.nodeOf(stmt), node);
    });
  }
  std::vector<StmtId> stmts = m.index.stmtsOf(node);
  return std::any_of(stmts.begin(), stmts.end(), [&](StmtId stmt) {
    return writesItself(m, stmt, object);
  });
}

bool loopWrites(const ModelData &m, NodeId loop, ObjectId object) {
  const ir::Loop &data = *m.program()[loop].as<ir::Loop>();
  return nodeWrites(m, data.body, object) ||
         stmtWrites(m, data.condition, object) ||
         stmtWrites(m, data.step, object);
}

bool mayBeEnteredInside(const ModelData &m, NodeId node) {
  const ir::Node &data = m.program()[node];
  if (!data.hasLabel)
    return false;
  if (m.index.hasGoto(data.function))
    return true;
  for (NodeId up = data.parent; isValid(up); up = m.program()[up].parent)
    if (m.program()[up].as<ir::Opaque>())
      return true;
  return false;
}

bool isUntouchedIn(const ModelData &m, ExprId id, NodeId node) {
  if (!isValid(id))
    return false;
  const ir::Expr &expr = m.program()[id];
  if (expr.kind == ExprKind::Unknown || expr.kind == ExprKind::CallResult ||
      expr.kind == ExprKind::Load)
    return false;
  if (expr.kind == ExprKind::Var &&
      (m.program()[expr.object].isVolatile || nodeWrites(m, node, expr.object)))
    return false;
  return std::all_of(
      expr.operands.begin(), expr.operands.end(),
      [&](ExprId operand) { return isUntouchedIn(m, operand, node); });
}

} // namespace hocket::polyhedral
