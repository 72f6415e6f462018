// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/Conditions.h"

#include "symbolic/model/Exactness.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;

namespace {

std::optional<bool> asConstant(const ir::Expr &expr) {
  if (expr.kind != ExprKind::Const)
    return std::nullopt;
  return expr.value != 0;
}

} // namespace

Domain condition(ModelData &m, ExprId id, Point point, bool truth) {
  Domain anything{m.symbols.universe(), false};
  if (!isValid(id))
    return anything;
  const ir::Expr &expr = m.program()[id];
  if (std::optional<bool> known = asConstant(expr))
    return {*known == truth ? m.symbols.universe() : m.symbols.nothing(), true};
  switch (expr.kind) {
  case ExprKind::LogicalNot:
    return condition(m, expr.operands[0], point, !truth);
  case ExprKind::LogicalAnd:
  case ExprKind::LogicalOr: {
    Domain a = condition(m, expr.operands[0], point, truth);
    Domain b = condition(m, expr.operands[1], point, truth);
    bool both = (expr.kind == ExprKind::LogicalAnd) == truth;
    return {both ? a.set.intersect(b.set) : a.set.unite(b.set),
            a.exact && b.exact};
  }
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::Eq:
  case ExprKind::Ne: {
    std::optional<Polynomial> a = exactLinear(m, expr.operands[0], point);
    std::optional<Polynomial> b = exactLinear(m, expr.operands[1], point);
    if (!a || !b)
      return anything;
    isl::set defined =
        m.symbols.definitions(*a).intersect(m.symbols.definitions(*b));
    isl::pw_aff x = m.symbols.toIsl(*a), y = m.symbols.toIsl(*b);
    isl::set holds;
    if (expr.kind == ExprKind::Lt)
      holds = truth ? x.lt_set(y) : x.ge_set(y);
    else if (expr.kind == ExprKind::Le)
      holds = truth ? x.le_set(y) : x.gt_set(y);
    else
      holds = (expr.kind == ExprKind::Eq) == truth ? x.eq_set(y) : x.ne_set(y);
    return {holds.intersect(defined), true};
  }
  default:
    break;
  }
  // Any other integer is a condition by being nonzero.
  std::optional<Polynomial> a = exactLinear(m, id, point);
  if (!a)
    return anything;
  isl::pw_aff x = m.symbols.toIsl(*a), zero = m.symbols.constant(0);
  return {(truth ? x.ne_set(zero) : x.eq_set(zero))
              .intersect(m.symbols.definitions(*a)),
          true};
}

} // namespace hocket::polyhedral
