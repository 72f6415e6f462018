// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/Evaluate.h"

#include "ir/Tree.h"
#include "support/Policy.h"
#include "symbolic/model/Conditions.h"
#include "symbolic/model/Definitions.h"
#include "symbolic/model/Exactness.h"
#include "symbolic/model/Loads.h"
#include "symbolic/model/ReachingValues.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;

namespace {

/// An operand as a residue that `user` may compute with: exact if the user is
/// signed or wider, else modulo the user's own width.
std::optional<Value> operand(ModelData &m, const ir::Expr &user,
                             std::size_t position, Point point) {
  ExprId id = user.operands[position];
  std::optional<Value> result = value(m, id, point);
  if (!result)
    return std::nullopt;
  const ir::Expr &expr = m.program()[id];
  // Modulo its own width the user can compute with a residue.
  bool mayStayResidue = result->root || result->wrapBits >= user.bits;
  bool isRing = !user.isSigned || user.isPointer;
  if (result->wrapBits != 0 && !(mayStayResidue && isRing) &&
      !provesExact(m, *result, expr, point) && !mayStayResidue &&
      !makeExact(m, *result, expr, point))
    return std::nullopt;
  return result;
}

/// How far a ring operation of the expression's type lets its result be
/// trusted.
unsigned residueBits(const ir::Expr &expr) {
  return expr.isSigned && !expr.isPointer ? 0 : expr.bits;
}

bool isSmallConstant(const ir::Program &program, ExprId id, int64_t low,
                     int64_t high) {
  const ir::Expr &expr = program[id];
  return expr.kind == ExprKind::Const && expr.value >= low &&
         expr.value <= high;
}

std::optional<Value> evaluateSum(ModelData &m, const ir::Expr &expr,
                                 Point point) {
  std::optional<Value> a = operand(m, expr, 0, point);
  if (!a)
    return std::nullopt;
  Value result;
  std::optional<Poly> sum;
  bool isResidue = a->wrapBits != 0;
  if (expr.kind == ExprKind::Neg || expr.kind == ExprKind::Not) {
    if (a->root)
      return std::nullopt;
    // ~x is -x - 1 in two's complement.
    Poly start = *Poly::constant(expr.kind == ExprKind::Not ? -1 : 0);
    sum = start.minus(a->poly);
  } else {
    std::optional<Value> b = operand(m, expr, 1, point);
    if (!b)
      return std::nullopt;
    isResidue |= b->wrapBits != 0;
    bool isSub = expr.kind == ExprKind::Sub;
    sum = isSub ? a->poly.minus(b->poly) : a->poly.plus(b->poly);
    if (a->root && b->root) {
      if (!isSub || a->root->key != b->root->key || a->wrapBits || b->wrapBits)
        return std::nullopt;
    } else if (b->root) {
      if (isSub)
        return std::nullopt;
      result.root = b->root;
    } else {
      result.root = a->root;
    }
  }
  if (!sum)
    return std::nullopt;
  result.poly = *sum;
  result.wrapBits = isResidue ? expr.bits : residueBits(expr);
  return result;
}

std::optional<Value> evaluateProduct(ModelData &m, const ir::Expr &expr,
                                     Point point) {
  std::optional<Value> a = operand(m, expr, 0, point);
  if (!a || a->root)
    return std::nullopt;
  std::optional<Poly> factor;
  bool isResidue = a->wrapBits != 0;
  if (expr.kind == ExprKind::Shl) {
    if (!isSmallConstant(m.program(), expr.operands[1], 0, 40))
      return std::nullopt;
    factor = Poly::constant(int64_t(1) << m.program()[expr.operands[1]].value);
  } else {
    std::optional<Value> b = operand(m, expr, 1, point);
    if (!b || b->root)
      return std::nullopt;
    factor = b->poly;
    isResidue |= b->wrapBits != 0;
  }
  if (!factor)
    return std::nullopt;
  std::optional<Poly> product = a->poly.times(*factor);
  if (!product)
    return std::nullopt;
  return Value{std::nullopt, *product,
               isResidue ? expr.bits : residueBits(expr)};
}

std::optional<Value> evaluateQuotient(ModelData &m, const ir::Expr &expr,
                                      Point point) {
  bool isShift = expr.kind == ExprKind::Shr;
  ExprId by = expr.operands[1];
  if (!isSmallConstant(m.program(), by, isShift ? 0 : 1,
                       isShift ? 40 : Poly::kMaxCoefficient))
    return std::nullopt;
  std::optional<Poly> a = exactLinear(m, expr.operands[0], point);
  if (!a)
    return std::nullopt;
  int64_t amount = m.program()[by].value;
  isl::pw_aff from = m.symbols.toIsl(*a);
  isl::pw_aff result;
  std::string key;
  if (isShift) {
    // gcc shifts signed values arithmetically: floor, also for negative ones.
    amount = int64_t(1) << amount;
    result = from.scale_down(isl::val(m.symbols.ctx(), amount)).floor();
    key = "floor";
  } else if (expr.kind == ExprKind::Div) {
    result = from.tdiv_q(m.symbols.constant(amount));
    key = "div";
  } else {
    result = from.tdiv_r(m.symbols.constant(amount));
    key = "rem";
  }
  std::optional<Poly> poly =
      m.symbols.derived(key + std::to_string(amount), result, {*a});
  return poly ? std::optional(Value{std::nullopt, *poly, 0}) : std::nullopt;
}

/// x & (2^k - 1) is x mod 2^k, for negative x too; only residues matter.
std::optional<Value> evaluateMask(ModelData &m, const ir::Expr &expr,
                                  Point point) {
  unsigned which =
      m.program()[expr.operands[0]].kind == ExprKind::Const ? 0 : 1;
  const ir::Expr &mask = m.program()[expr.operands[which]];
  if (mask.kind != ExprKind::Const || mask.value < 0 ||
      mask.value >= Poly::kMaxCoefficient ||
      (mask.value & (mask.value + 1)) != 0)
    return std::nullopt;
  int64_t modulus = mask.value + 1;
  std::optional<Value> a = value(m, expr.operands[1 - which], point);
  if (!a || a->root || !m.symbols.isLinear(a->poly) ||
      (a->wrapBits != 0 &&
       (int64_t(1) << std::min(a->wrapBits, 62u)) < modulus))
    return std::nullopt;
  std::optional<Poly> poly = m.symbols.derived(
      "mod" + std::to_string(modulus),
      m.symbols.toIsl(a->poly).mod(isl::val(m.symbols.ctx(), modulus)),
      {a->poly});
  return poly ? std::optional(Value{std::nullopt, *poly, 0}) : std::nullopt;
}

/// One operand varies, the other does not.
std::optional<Value> evaluateXor(ModelData &m, const ir::Expr &expr,
                                 Point point) {
  std::optional<Poly> from = exactLinear(m, expr.operands[0], point);
  std::optional<Poly> mask = exactLinear(m, expr.operands[1], point);
  if (!from || !mask)
    return std::nullopt;
  if (!m.symbols.isVariant(*from))
    std::swap(from, mask);
  if (!m.symbols.isVariant(*from) || m.symbols.isVariant(*mask))
    return std::nullopt;
  std::string key =
      "xor" + std::to_string(expr.bits) + (expr.isSigned ? "s" : "u");
  std::optional<Poly> partner = m.exchanges.partner(key, *from, *mask);
  return partner ? std::optional(Value{std::nullopt, *partner, 0})
                 : std::nullopt;
}

std::optional<Value> evaluateChoice(ModelData &m, ExprId id, Point point) {
  const ir::Expr &expr = m.program()[id];
  bool isSelect = expr.kind == ExprKind::Select;
  std::optional<Poly> a =
      exactLinear(m, expr.operands[isSelect ? 1 : 0], point);
  std::optional<Poly> b =
      exactLinear(m, expr.operands[isSelect ? 2 : 1], point);
  if (!a || !b)
    return std::nullopt;
  std::optional<Poly> poly;
  if (!isSelect) {
    bool isMin = expr.kind == ExprKind::Min;
    isl::pw_aff x = m.symbols.toIsl(*a), y = m.symbols.toIsl(*b);
    poly = m.symbols.derived(isMin ? "min" : "max", isMin ? x.min(y) : x.max(y),
                             {*a, *b});
  } else {
    Domain yes = condition(m, expr.operands[0], point, true);
    Domain no = condition(m, expr.operands[0], point, false);
    if (!yes.exact || !no.exact)
      return std::nullopt;
    poly = m.symbols.derivedFrom(
        "select" + std::to_string(ir::index(id)) + "@" +
            std::to_string(ir::index(point.stmt)),
        {*a, *b}, /*alwaysVariant=*/true, [&](isl::pw_aff self) {
          isl::set first = yes.set.intersect(self.eq_set(m.symbols.toIsl(*a)));
          isl::set second = no.set.intersect(self.eq_set(m.symbols.toIsl(*b)));
          return first.unite(second);
        });
  }
  return poly ? std::optional(Value{std::nullopt, *poly, 0}) : std::nullopt;
}

std::optional<Value> evaluateCast(ModelData &m, const ir::Expr &expr,
                                  Point point) {
  const ir::Expr &from = m.program()[expr.operands[0]];
  if (from.isFloat || expr.isFloat)
    return std::nullopt;
  std::optional<Value> result = value(m, expr.operands[0], point);
  if (!result)
    return std::nullopt;
  if (result->root)
    return expr.bits == from.bits ? result : std::nullopt;
  if (expr.bits > from.bits) {
    if (!makeExact(m, *result, from, point))
      return std::nullopt;
    if (from.isSigned && !expr.isSigned)
      result->wrapBits = expr.bits;
  } else if (expr.bits < from.bits || expr.isSigned != from.isSigned) {
    if (result->wrapBits != 0 && result->wrapBits < expr.bits &&
        !makeExact(m, *result, from, point))
      return std::nullopt;
    result->wrapBits = expr.bits;
  }
  return result;
}

std::optional<Value> evaluateCall(ModelData &m, const ir::Expr &expr,
                                  Point point) {
  if (!isValid(point.stmt))
    return std::nullopt;
  const ir::Stmt &stmt = m.program()[point.stmt];
  auto which = static_cast<std::size_t>(expr.value);
  if (which >= stmt.calls.size())
    return std::nullopt;
  NodeId calls = m.index.inlinedIn(point.node);
  if (isValid(calls) && isValid(stmt.calls[which].result))
    return definitionIn(m, calls, stmt.calls[which].result);
  if (!isValid(stmt.calls[which].heap))
    return std::nullopt;
  std::string key =
      "h" + std::to_string(ir::index(point.stmt)) + "." + std::to_string(which);
  return Value{Root{Root::Kind::Allocation, key, stmt.calls[which].heap,
                    ExprId::None, point.stmt},
               Poly(), 0};
}

std::optional<std::string> invariantKey(ModelData &m, ExprId id, Point point) {
  const ir::Expr &expr = m.program()[id];
  auto header = [&] {
    return std::to_string(static_cast<int>(expr.kind)) +
           (expr.isSigned ? "s" : "u") + std::to_string(expr.bits);
  };
  switch (expr.kind) {
  case ExprKind::Unknown:
  case ExprKind::CallResult:
    return std::nullopt;
  case ExprKind::Const:
    return header() + ":" + std::to_string(expr.value);
  case ExprKind::Var:
  case ExprKind::Load:
  case ExprKind::AddrOf: {
    std::optional<Value> leaf = value(m, id, point);
    if (!leaf || m.symbols.isVariant(*leaf) ||
        (leaf->root && leaf->root->kind == Root::Kind::Allocation))
      return std::nullopt;
    return header() + ":" + (leaf->root ? leaf->root->key : "") +
           leaf->poly.key() + "w" + std::to_string(leaf->wrapBits);
  }
  default:
    break;
  }
  std::string key = header() + "(";
  for (ExprId operand : expr.operands) {
    std::optional<std::string> inner = invariantKey(m, operand, point);
    if (!inner)
      return std::nullopt;
    key += *inner + ",";
  }
  return key + ")";
}

/// An operation that we cannot express, on values that the root does not
/// change: one more parameter, equal to itself wherever the same is computed.
std::optional<Value> opaqueParameter(ModelData &m, ExprId id, Point point) {
  const ir::Expr &expr = m.program()[id];
  if (expr.isPointer || expr.isFloat || expr.kind == ExprKind::Unknown)
    return std::nullopt;
  std::optional<std::string> key = invariantKey(m, id, point);
  if (!key)
    return std::nullopt;
  return m.symbols.parameter("(" + *key + ")", id, point.stmt);
}

} // namespace

std::optional<Value> evaluate(ModelData &m, ExprId id, Point point) {
  const ir::Expr &expr = m.program()[id];
  std::optional<Value> result;
  switch (expr.kind) {
  case ExprKind::Const:
    if (std::optional<Poly> poly = Poly::constant(expr.value)) {
      bool wraps = !expr.isSigned && expr.value < 0;
      return Value{std::nullopt, *poly, wraps ? expr.bits : 0u};
    }
    return std::nullopt;
  case ExprKind::Var:
    return variable(m, id, point);
  case ExprKind::AddrOf:
    return Value{Root{Root::Kind::Object,
                      "o" + std::to_string(ir::index(expr.object)), expr.object,
                      ExprId::None, ir::StmtId::None},
                 Poly(), 0};
  case ExprKind::Load:
    return loaded(m, id, point);
  case ExprKind::CallResult:
    return evaluateCall(m, expr, point);
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Neg:
  case ExprKind::Not:
    result = evaluateSum(m, expr, point);
    break;
  case ExprKind::Mul:
  case ExprKind::Shl:
    result = evaluateProduct(m, expr, point);
    break;
  case ExprKind::Div:
  case ExprKind::Rem:
  case ExprKind::Shr:
    result = evaluateQuotient(m, expr, point);
    break;
  case ExprKind::And:
    result = evaluateMask(m, expr, point);
    break;
  case ExprKind::Xor:
    result = evaluateXor(m, expr, point);
    break;
  case ExprKind::Min:
  case ExprKind::Max:
  case ExprKind::Select:
    result = evaluateChoice(m, id, point);
    break;
  case ExprKind::Cast:
    result = evaluateCast(m, expr, point);
    break;
  default:
    break;
  }
  return result ? result : opaqueParameter(m, id, point);
}

} // namespace hocket::polyhedral
