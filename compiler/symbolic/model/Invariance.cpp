// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/Invariance.h"

#include "ir/Tree.h"
#include "symbolic/Alias.h"
#include "symbolic/model/Addresses.h"
#include "symbolic/model/Changes.h"
#include "symbolic/model/Writes.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;
using ir::StmtId;

namespace {

/// Whenever the statement runs: how often it does may be what is asked.
bool mayFallOn(ModelData &m, const analysis::EffectItem &load,
               const std::optional<Value> &here,
               const analysis::EffectItem &write, StmtId stmt) {
  std::optional<Value> there = addressOf(m, write, pointOf(m, stmt));
  if (typesExclude(m, load, here, write, there))
    return false;
  return !here || !missesLoad(m, write, pointOf(m, stmt), load, *here,
                              m.symbols.universe());
}

bool loadIsInvariantIn(ModelData &m, ExprId address, NodeId loop) {
  if (!ir::isWithin(m.program(), loop, m.scope.root))
    return false;
  StmtId condition = m.program()[loop].as<ir::Loop>()->condition;
  const analysis::EffectItem *item = itemOfLoad(m, address, {loop, condition});
  if (!item || item->isVolatile)
    return false;
  std::optional<Value> here = addressOf(m, *item, pointOf(m, condition));
  for (StmtId stmt : repeatedStmts(m.index, loop)) {
    if (m.index.effects().stmts[ir::index(stmt)].isUnknown)
      return false;
    for (const analysis::EffectItem &write : m.index.itemsOf(stmt))
      if (write.kind == ir::AccessKind::Write &&
          objectsMayOverlap(m.index, *item, write) &&
          mayFallOn(m, *item, here, write, stmt))
        return false;
  }
  return true;
}

} // namespace

bool isInvariantIn(ModelData &m, ExprId id, NodeId loop) {
  if (!isValid(id))
    return false;
  const ir::Expr &expr = m.program()[id];
  if (expr.kind == ExprKind::Unknown || expr.kind == ExprKind::CallResult)
    return false;
  if (expr.kind == ExprKind::Var &&
      (m.program()[expr.object].isVolatile || loopWrites(m, loop, expr.object)))
    return false;
  if (expr.kind == ExprKind::Load &&
      !loadIsInvariantIn(m, expr.operands[0], loop))
    return false;
  return std::all_of(
      expr.operands.begin(), expr.operands.end(),
      [&](ExprId operand) { return isInvariantIn(m, operand, loop); });
}

} // namespace hocket::polyhedral
