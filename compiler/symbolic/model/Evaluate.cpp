// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/Evaluate.h"

#include "dataflow/EvaluateExpression.h"
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

/// How far a ring operation of the expression's type lets its result be
/// trusted.
unsigned residueBits(const ir::Expr &expr) {
  return expr.isSigned && !expr.isPointer ? 0 : expr.bits;
}

std::optional<Value> numberOf(const std::optional<Polynomial> &polynomial) {
  return polynomial ? std::optional(Value{std::nullopt, *polynomial, 0})
                    : std::nullopt;
}

/// The domain of expressions at one point: polynomials over symbols, which may
/// be residues.
class AffineExpressions {
public:
  using Value = polyhedral::Value;

  AffineExpressions(ModelData &m, Point point) : m_(m), point_(point) {}

  std::optional<Value> leaf(ExprId id);
  std::optional<Value> operand(const ir::Expr &user, unsigned position);
  Value constant(int64_t number) const {
    return {std::nullopt, *Polynomial::constant(number), 0};
  }
  std::optional<Value> shiftFactor(ExprId id) const {
    const ir::Expr &count = m_.program()[id];
    if (count.kind != ExprKind::Const || count.value < 0 || count.value > 40)
      return std::nullopt;
    return numberOf(Polynomial::constant(int64_t(1) << count.value));
  }
  bool hasBase(const Value &value) const { return value.base.has_value(); }
  bool haveOneBase(const Value &a, const Value &b) const {
    return a.base->key == b.base->key;
  }
  std::optional<Value> combine(const Value &a, const Value &b,
                               bool isSum) const;
  bool multiplies(const ir::Expr &) const { return true; }
  std::optional<Value> times(const Value &a, const Value &b) const {
    return numberOf(a.polynomial.times(b.polynomial));
  }
  std::optional<Value> divide(const ir::Expr &expr, const Division &division);
  std::optional<Value> convert(const ir::Expr &expr);
  std::optional<Value> settle(const ir::Expr &expr, Value value, const Value &a,
                              const Value &b) const;
  std::optional<Value> other(ExprId id);

private:
  std::optional<Value> call(const ir::Expr &expr);
  std::optional<Value> mask(const Division &division);
  std::optional<Value> exclusiveOr(const ir::Expr &expr);
  std::optional<Value> choice(ExprId id);

  ModelData &m_;
  Point point_;
};

std::optional<Value> AffineExpressions::leaf(ExprId id) {
  const ir::Expr &expr = m_.program()[id];
  switch (expr.kind) {
  case ExprKind::Const:
    if (std::optional<Polynomial> polynomial =
            Polynomial::constant(expr.value)) {
      bool wraps = !expr.isSigned && expr.value < 0;
      return Value{std::nullopt, *polynomial, wraps ? expr.bits : 0u};
    }
    return std::nullopt;
  case ExprKind::Var:
    return variable(m_, id, point_);
  case ExprKind::AddrOf:
    return Value{Base{Base::Kind::Object,
                      "o" + std::to_string(ir::index(expr.object)), expr.object,
                      ExprId::None, ir::StmtId::None},
                 Polynomial(), 0};
  case ExprKind::Load:
    return loaded(m_, id, point_);
  default:
    return call(expr);
  }
}

/// As a residue that `user` may compute with: exact if the user is signed or
/// wider, else modulo the user's own width.
std::optional<Value> AffineExpressions::operand(const ir::Expr &user,
                                                unsigned position) {
  ExprId id = user.operands[position];
  std::optional<Value> result = value(m_, id, point_);
  if (!result)
    return std::nullopt;
  const ir::Expr &expr = m_.program()[id];
  // Modulo its own width the user can compute with a residue.
  bool mayStayResidue = result->base || result->wrapBits >= user.bits;
  bool isRing = !user.isSigned || user.isPointer;
  if (result->wrapBits != 0 && !(mayStayResidue && isRing) &&
      !provesExact(m_, *result, expr, point_) && !mayStayResidue &&
      !makeExact(m_, *result, expr, point_))
    return std::nullopt;
  return result;
}

std::optional<Value> AffineExpressions::combine(const Value &a, const Value &b,
                                                bool isSum) const {
  std::optional<Polynomial> polynomial = isSum
                                             ? a.polynomial.plus(b.polynomial)
                                             : a.polynomial.minus(b.polynomial);
  std::optional<Value> result = numberOf(polynomial);
  if (result && !(a.base && b.base))
    result->base = a.base ? a.base : b.base;
  return result;
}

std::optional<Value> AffineExpressions::settle(const ir::Expr &expr,
                                               Value value, const Value &a,
                                               const Value &b) const {
  bool isResidue = a.wrapBits != 0 || b.wrapBits != 0;
  if (a.base && b.base && isResidue)
    return std::nullopt;
  value.wrapBits = isResidue ? expr.bits : residueBits(expr);
  return value;
}

/// x & (2^k - 1) is x mod 2^k, for negative x too; only residues matter.
std::optional<Value> AffineExpressions::mask(const Division &division) {
  if (division.by < 0 || division.by >= Polynomial::kMaxCoefficient ||
      (division.by & (division.by + 1)) != 0)
    return std::nullopt;
  int64_t modulus = division.by + 1;
  std::optional<Value> a = value(m_, division.dividend, point_);
  if (!a || a->base || !m_.symbols.isLinear(a->polynomial) ||
      (a->wrapBits != 0 &&
       (int64_t(1) << std::min(a->wrapBits, 62u)) < modulus))
    return std::nullopt;
  return numberOf(m_.symbols.derived(
      "mod" + std::to_string(modulus),
      m_.symbols.toIsl(a->polynomial).mod(isl::val(m_.symbols.ctx(), modulus)),
      {a->polynomial}));
}

std::optional<Value> AffineExpressions::divide(const ir::Expr &,
                                               const Division &division) {
  using Kind = Division::Kind;
  if (division.kind == Kind::Mask)
    return mask(division);
  bool isShift = division.kind == Kind::Shift;
  int64_t amount = division.by;
  if (amount < (isShift ? 0 : 1) ||
      amount > (isShift ? 40 : Polynomial::kMaxCoefficient))
    return std::nullopt;
  std::optional<Polynomial> a = exactLinear(m_, division.dividend, point_);
  if (!a)
    return std::nullopt;
  isl::pw_aff from = m_.symbols.toIsl(*a);
  isl::pw_aff result;
  std::string key;
  if (isShift) {
    // gcc shifts signed values arithmetically: floor, also for negative ones.
    amount = int64_t(1) << amount;
    result = from.scale_down(isl::val(m_.symbols.ctx(), amount)).floor();
    key = "floor";
  } else if (division.kind == Kind::Quotient) {
    result = from.tdiv_q(m_.symbols.constant(amount));
    key = "div";
  } else {
    result = from.tdiv_r(m_.symbols.constant(amount));
    key = "rem";
  }
  return numberOf(
      m_.symbols.derived(key + std::to_string(amount), result, {*a}));
}

std::optional<Value> AffineExpressions::other(ExprId id) {
  const ir::Expr &expr = m_.program()[id];
  switch (expr.kind) {
  case ExprKind::Xor:
    return exclusiveOr(expr);
  case ExprKind::Min:
  case ExprKind::Max:
  case ExprKind::Select:
    return choice(id);
  default:
    return std::nullopt;
  }
}

/// One operand varies, the other does not.
std::optional<Value> AffineExpressions::exclusiveOr(const ir::Expr &expr) {
  std::optional<Polynomial> from = exactLinear(m_, expr.operands[0], point_);
  std::optional<Polynomial> mask = exactLinear(m_, expr.operands[1], point_);
  if (!from || !mask)
    return std::nullopt;
  if (!m_.symbols.isVariant(*from))
    std::swap(from, mask);
  if (!m_.symbols.isVariant(*from) || m_.symbols.isVariant(*mask))
    return std::nullopt;
  std::string key =
      "xor" + std::to_string(expr.bits) + (expr.isSigned ? "s" : "u");
  return numberOf(m_.exchanges.partner(key, *from, *mask));
}

std::optional<Value> AffineExpressions::choice(ExprId id) {
  const ir::Expr &expr = m_.program()[id];
  bool isSelect = expr.kind == ExprKind::Select;
  std::optional<Polynomial> a =
      exactLinear(m_, expr.operands[isSelect ? 1 : 0], point_);
  std::optional<Polynomial> b =
      exactLinear(m_, expr.operands[isSelect ? 2 : 1], point_);
  if (!a || !b)
    return std::nullopt;
  std::optional<Polynomial> polynomial;
  if (!isSelect) {
    bool isMin = expr.kind == ExprKind::Min;
    isl::pw_aff x = m_.symbols.toIsl(*a), y = m_.symbols.toIsl(*b);
    polynomial = m_.symbols.derived(isMin ? "min" : "max",
                                    isMin ? x.min(y) : x.max(y), {*a, *b});
  } else {
    Domain yes = condition(m_, expr.operands[0], point_, true);
    Domain no = condition(m_, expr.operands[0], point_, false);
    if (!yes.exact || !no.exact)
      return std::nullopt;
    polynomial = m_.symbols.derivedFrom(
        "select" + std::to_string(ir::index(id)) + "@" +
            std::to_string(ir::index(point_.stmt)),
        {*a, *b}, /*alwaysVariant=*/true, [&](isl::pw_aff self) {
          isl::set first = yes.set.intersect(self.eq_set(m_.symbols.toIsl(*a)));
          isl::set second = no.set.intersect(self.eq_set(m_.symbols.toIsl(*b)));
          return first.unite(second);
        });
  }
  return numberOf(polynomial);
}

std::optional<Value> AffineExpressions::convert(const ir::Expr &expr) {
  const ir::Expr &from = m_.program()[expr.operands[0]];
  if (from.isFloat || expr.isFloat)
    return std::nullopt;
  std::optional<Value> result = value(m_, expr.operands[0], point_);
  if (!result)
    return std::nullopt;
  if (result->base)
    return expr.bits == from.bits ? result : std::nullopt;
  if (expr.bits > from.bits) {
    if (!makeExact(m_, *result, from, point_))
      return std::nullopt;
    if (from.isSigned && !expr.isSigned)
      result->wrapBits = expr.bits;
  } else if (expr.bits < from.bits || expr.isSigned != from.isSigned) {
    if (result->wrapBits != 0 && result->wrapBits < expr.bits &&
        !makeExact(m_, *result, from, point_))
      return std::nullopt;
    result->wrapBits = expr.bits;
  }
  return result;
}

std::optional<Value> AffineExpressions::call(const ir::Expr &expr) {
  if (!isValid(point_.stmt))
    return std::nullopt;
  const ir::Stmt &stmt = m_.program()[point_.stmt];
  auto which = static_cast<std::size_t>(expr.value);
  if (which >= stmt.calls.size())
    return std::nullopt;
  NodeId calls = m_.index.inlinedIn(point_.node);
  if (isValid(calls) && isValid(stmt.calls[which].result))
    return definitionIn(m_, calls, stmt.calls[which].result);
  // Some return what they allocate, others a status.
  if (!isValid(stmt.calls[which].heap) || !expr.isPointer)
    return std::nullopt;
  std::string key = "h" + std::to_string(ir::index(point_.stmt)) + "." +
                    std::to_string(which);
  return Value{Base{Base::Kind::Allocation, key, stmt.calls[which].heap,
                    ExprId::None, point_.stmt},
               Polynomial(), 0};
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
        (leaf->base && leaf->base->kind == Base::Kind::Allocation))
      return std::nullopt;
    return header() + ":" + (leaf->base ? leaf->base->key : "") +
           leaf->polynomial.key() + "w" + std::to_string(leaf->wrapBits);
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
  AffineExpressions domain(m, point);
  std::optional<Value> result = evaluateExpression(m.program(), domain, id);
  switch (m.program()[id].kind) {
  case ExprKind::Const:
  case ExprKind::Var:
  case ExprKind::AddrOf:
  case ExprKind::Load:
  case ExprKind::CallResult:
    return result;
  default:
    return result ? result : opaqueParameter(m, id, point);
  }
}

} // namespace hocket::polyhedral
