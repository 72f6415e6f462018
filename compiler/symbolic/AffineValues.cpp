// SPDX-License-Identifier: Apache-2.0
//
// From expressions to polynomials over atoms (see AffineModel.h).
//
// Two questions are kept apart: what a C expression is congruent to modulo
// 2^bits (cheap: ring operations), and whether that is its true value
// (makeExact: signed arithmetic does not overflow; for the rest isl has to
// prove the range).

#include "symbolic/AffineModel.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <functional>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::NodeId;

std::optional<Value> AffineModel::value(ExprId id, Point point) {
  if (!isValid(id) || program()[id].isFloat)
    return std::nullopt;
  // Before a node, the statement does not identify the point: no memo.
  if (!isValid(point.stmt))
    return evaluate(id, point);
  auto key = std::make_pair(id, point.stmt);
  if (auto it = values_.find(key); it != values_.end())
    return it->second.value;
  constexpr unsigned maxDepth = policy.loops.valueDepth;
  if (depth_ > maxDepth)
    return std::nullopt;
  struct Depth {
    unsigned &depth;
    explicit Depth(unsigned &d) : depth(++d) {}
    ~Depth() { --depth; }
  } guard(depth_);
  std::optional<Value> result = evaluate(id, point);
  values_[key] = {result, pending_ != 0};
  return result;
}

std::optional<Value> AffineModel::evaluate(ExprId id, Point point) {
  const ir::Expr &expr = program()[id];
  std::optional<Value> result;
  switch (expr.kind) {
  case ExprKind::Const:
    if (std::optional<Poly> poly = Poly::constant(expr.value)) {
      bool wraps = !expr.isSigned && expr.value < 0;
      return Value{std::nullopt, *poly, wraps ? expr.bits : 0u};
    }
    return std::nullopt;
  case ExprKind::Var:
    return variable(id, point);
  case ExprKind::AddrOf:
    return Value{Root{Root::Kind::Object,
                      "o" + std::to_string(ir::index(expr.object)), expr.object,
                      ExprId::None, ir::StmtId::None},
                 Poly(), 0};
  case ExprKind::Load:
    return loaded(id, point);
  case ExprKind::CallResult:
    return evaluateCall(expr, point);
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Neg:
  case ExprKind::Not:
    result = evaluateSum(expr, point);
    break;
  case ExprKind::Mul:
  case ExprKind::Shl:
    result = evaluateProduct(expr, point);
    break;
  case ExprKind::Div:
  case ExprKind::Rem:
  case ExprKind::Shr:
    result = evaluateQuotient(expr, point);
    break;
  case ExprKind::And:
    result = evaluateMask(expr, point);
    break;
  case ExprKind::Xor:
    result = evaluateXor(expr, point);
    break;
  case ExprKind::Min:
  case ExprKind::Max:
  case ExprKind::Select:
    result = evaluateChoice(id, point);
    break;
  case ExprKind::Cast:
    result = evaluateCast(expr, point);
    break;
  default:
    break;
  }
  return result ? result : opaqueParameter(id, point);
}

/// An operand as a residue that `user` may compute with: exact if the user is
/// signed or wider, else modulo the user's own width.
std::optional<Value> AffineModel::operand(const ir::Expr &user,
                                          std::size_t position, Point point) {
  ExprId id = user.operands[position];
  std::optional<Value> result = value(id, point);
  if (!result)
    return std::nullopt;
  const ir::Expr &expr = program()[id];
  // Modulo its own width the user can compute with a residue.
  bool mayStayResidue = result->root || result->wrapBits >= user.bits;
  bool isRing = !user.isSigned || user.isPointer;
  if (result->wrapBits != 0 && !(mayStayResidue && isRing) &&
      !provesExact(*result, expr, point) && !mayStayResidue &&
      !makeExact(*result, expr, point))
    return std::nullopt;
  return result;
}

/// The values of the type that the residue is to be one of.
RangeAssumption AffineModel::typeRange(const Value &value,
                                       const ir::Expr &type) {
  RangeAssumption range{value.poly, std::nullopt, std::nullopt, 1,
                        "no subscript wraps around"};
  unsigned bits = value.wrapBits - (type.isSigned ? 1 : 0);
  if (!type.isSigned)
    range.low = 0;
  if (bits < 63) {
    range.high = (int64_t(1) << bits) - 1;
    range.low = type.isSigned ? -*range.high - 1 : 0;
  }
  return range;
}

/// isl proves that the polynomial is the value itself.
bool AffineModel::provesExact(Value &value, const ir::Expr &type, Point point) {
  if (value.root)
    return false;
  if (value.wrapBits == 0)
    return true;
  if (!isLinear(value.poly))
    return false;
  isl::val high =
      isl_ext::powerOfTwo(ctx_, value.wrapBits - (type.isSigned ? 1 : 0));
  isl::val low = type.isSigned ? high.neg() : isl::val(ctx_, 0L);
  isl::pw_aff self = toIsl(value.poly);
  isl::set outside = self.lt_set(universe().pw_aff_on_domain(low))
                         .unite(self.ge_set(universe().pw_aff_on_domain(high)));
  isl::set given = domain(point.node).set.intersect(definitions(value.poly));
  if (!proves(given, outside))
    return false;
  value.wrapBits = 0;
  return true;
}

bool AffineModel::makeExact(Value &value, const ir::Expr &type, Point point) {
  if (value.root)
    return false;
  if (!provesExact(value, type, point) &&
      !assume(typeRange(value, type), point.node))
    return false;
  value.wrapBits = 0;
  return true;
}

/// The node is inside the bodies of all loops whose iterators are named.
bool AffineModel::allAreAround(const Poly &poly, ir::NodeId where) const {
  std::vector<AtomId> ids = poly.atoms();
  return std::all_of(ids.begin(), ids.end(), [&](AtomId id) {
    const Atom &atom = atoms_[id];
    if (atom.kind != Atom::Kind::Iterator)
      return atom.kind == Atom::Kind::Parameter;
    return ir::isWithin(program(), where,
                        program()[atom.loop].as<ir::Loop>()->body);
  });
}

/// True if the assumption may be made; then it is noted.
bool AffineModel::assume(RangeAssumption assumption, ir::NodeId where) {
  if (assumption.poly.isConstant() || !allAreAround(assumption.poly, where))
    return false;
  wantsRanges_ = true;
  if (!scope_.mayAssumeRanges)
    return false;
  rangeAssumptions_.push_back(std::move(assumption));
  return true;
}

bool AffineModel::proves(const isl::set &given,
                         const isl::set &violation) const {
  return withTypeRanges(given.intersect(violation)).is_empty();
}

std::optional<Poly> AffineModel::exactInteger(ExprId id, Point point) {
  std::optional<Value> result = value(id, point);
  if (!result || result->root || !makeExact(*result, program()[id], point))
    return std::nullopt;
  return result->poly;
}

std::optional<Poly> AffineModel::exactLinear(ExprId id, Point point) {
  std::optional<Poly> result = exactInteger(id, point);
  if (result && !isLinear(*result))
    return std::nullopt;
  return result;
}

namespace {

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

} // namespace

std::optional<Value> AffineModel::evaluateSum(const ir::Expr &expr,
                                              Point point) {
  std::optional<Value> a = operand(expr, 0, point);
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
    std::optional<Value> b = operand(expr, 1, point);
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

std::optional<Value> AffineModel::evaluateProduct(const ir::Expr &expr,
                                                  Point point) {
  std::optional<Value> a = operand(expr, 0, point);
  if (!a || a->root)
    return std::nullopt;
  std::optional<Poly> factor;
  bool isResidue = a->wrapBits != 0;
  if (expr.kind == ExprKind::Shl) {
    if (!isSmallConstant(program(), expr.operands[1], 0, 40))
      return std::nullopt;
    factor = Poly::constant(int64_t(1) << program()[expr.operands[1]].value);
  } else {
    std::optional<Value> b = operand(expr, 1, point);
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

std::optional<Value> AffineModel::evaluateQuotient(const ir::Expr &expr,
                                                   Point point) {
  bool isShift = expr.kind == ExprKind::Shr;
  ExprId by = expr.operands[1];
  if (!isSmallConstant(program(), by, isShift ? 0 : 1,
                       isShift ? 40 : Poly::kMaxCoefficient))
    return std::nullopt;
  std::optional<Poly> a = exactLinear(expr.operands[0], point);
  if (!a)
    return std::nullopt;
  int64_t amount = program()[by].value;
  isl::pw_aff from = toIsl(*a);
  isl::pw_aff result;
  std::string key;
  if (isShift) {
    // gcc shifts signed values arithmetically: floor, also for negative ones.
    amount = int64_t(1) << amount;
    result = from.scale_down(isl::val(ctx_, amount)).floor();
    key = "floor";
  } else if (expr.kind == ExprKind::Div) {
    result = from.tdiv_q(constant(amount));
    key = "div";
  } else {
    result = from.tdiv_r(constant(amount));
    key = "rem";
  }
  std::optional<Poly> poly =
      derived(key + std::to_string(amount), result, {*a});
  return poly ? std::optional(Value{std::nullopt, *poly, 0}) : std::nullopt;
}

/// x & (2^k - 1) is x mod 2^k, for negative x too; only residues matter.
std::optional<Value> AffineModel::evaluateMask(const ir::Expr &expr,
                                               Point point) {
  unsigned which = program()[expr.operands[0]].kind == ExprKind::Const ? 0 : 1;
  const ir::Expr &mask = program()[expr.operands[which]];
  if (mask.kind != ExprKind::Const || mask.value < 0 ||
      mask.value >= Poly::kMaxCoefficient ||
      (mask.value & (mask.value + 1)) != 0)
    return std::nullopt;
  int64_t modulus = mask.value + 1;
  std::optional<Value> a = value(expr.operands[1 - which], point);
  if (!a || a->root || !isLinear(a->poly) ||
      (a->wrapBits != 0 &&
       (int64_t(1) << std::min(a->wrapBits, 62u)) < modulus))
    return std::nullopt;
  std::optional<Poly> poly =
      derived("mod" + std::to_string(modulus),
              toIsl(a->poly).mod(isl::val(ctx_, modulus)), {a->poly});
  return poly ? std::optional(Value{std::nullopt, *poly, 0}) : std::nullopt;
}

std::optional<Value> AffineModel::evaluateChoice(ExprId id, Point point) {
  const ir::Expr &expr = program()[id];
  bool isSelect = expr.kind == ExprKind::Select;
  std::optional<Poly> a = exactLinear(expr.operands[isSelect ? 1 : 0], point);
  std::optional<Poly> b = exactLinear(expr.operands[isSelect ? 2 : 1], point);
  if (!a || !b)
    return std::nullopt;
  std::optional<Poly> poly;
  if (!isSelect) {
    bool isMin = expr.kind == ExprKind::Min;
    isl::pw_aff x = toIsl(*a), y = toIsl(*b);
    poly =
        derived(isMin ? "min" : "max", isMin ? x.min(y) : x.max(y), {*a, *b});
  } else {
    Domain yes = condition(expr.operands[0], point, true);
    Domain no = condition(expr.operands[0], point, false);
    if (!yes.exact || !no.exact)
      return std::nullopt;
    poly = derivedFrom("select" + std::to_string(ir::index(id)) + "@" +
                           std::to_string(ir::index(point.stmt)),
                       {*a, *b}, /*alwaysVariant=*/true, [&](isl::pw_aff self) {
                         isl::set first =
                             yes.set.intersect(self.eq_set(toIsl(*a)));
                         isl::set second =
                             no.set.intersect(self.eq_set(toIsl(*b)));
                         return first.unite(second);
                       });
  }
  return poly ? std::optional(Value{std::nullopt, *poly, 0}) : std::nullopt;
}

std::optional<Value> AffineModel::evaluateCast(const ir::Expr &expr,
                                               Point point) {
  const ir::Expr &from = program()[expr.operands[0]];
  if (from.isFloat || expr.isFloat)
    return std::nullopt;
  std::optional<Value> result = value(expr.operands[0], point);
  if (!result)
    return std::nullopt;
  if (result->root)
    return expr.bits == from.bits ? result : std::nullopt;
  if (expr.bits > from.bits) {
    if (!makeExact(*result, from, point))
      return std::nullopt;
    if (from.isSigned && !expr.isSigned)
      result->wrapBits = expr.bits;
  } else if (expr.bits < from.bits || expr.isSigned != from.isSigned) {
    if (result->wrapBits != 0 && result->wrapBits < expr.bits &&
        !makeExact(*result, from, point))
      return std::nullopt;
    result->wrapBits = expr.bits;
  }
  return result;
}

std::optional<Value> AffineModel::evaluateCall(const ir::Expr &expr,
                                               Point point) {
  if (!isValid(point.stmt))
    return std::nullopt;
  const ir::Stmt &stmt = program()[point.stmt];
  auto which = static_cast<std::size_t>(expr.value);
  if (which >= stmt.calls.size())
    return std::nullopt;
  NodeId calls = index_.inlinedIn(point.node);
  if (isValid(calls) && isValid(stmt.calls[which].result))
    return definitionIn(calls, stmt.calls[which].result);
  if (!isValid(stmt.calls[which].heap))
    return std::nullopt;
  std::string key =
      "h" + std::to_string(ir::index(point.stmt)) + "." + std::to_string(which);
  return Value{Root{Root::Kind::Allocation, key, stmt.calls[which].heap,
                    ExprId::None, point.stmt},
               Poly(), 0};
}

/// An operation that we cannot express, on values that the root does not
/// change: one more parameter, equal to itself wherever the same is computed.
std::optional<Value> AffineModel::opaqueParameter(ExprId id, Point point) {
  const ir::Expr &expr = program()[id];
  if (expr.isPointer || expr.isFloat || expr.kind == ExprKind::Unknown)
    return std::nullopt;
  std::optional<std::string> key = invariantKey(id, point);
  if (!key)
    return std::nullopt;
  return parameter("(" + *key + ")", id, point.stmt);
}

std::optional<std::string> AffineModel::invariantKey(ExprId id, Point point) {
  const ir::Expr &expr = program()[id];
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
    std::optional<Value> leaf = value(id, point);
    if (!leaf || isVariant(*leaf) ||
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
    std::optional<std::string> inner = invariantKey(operand, point);
    if (!inner)
      return std::nullopt;
    key += *inner + ",";
  }
  return key + ")";
}

namespace {

std::optional<bool> asConstant(const ir::Expr &expr) {
  if (expr.kind != ExprKind::Const)
    return std::nullopt;
  return expr.value != 0;
}

} // namespace

Domain AffineModel::condition(ExprId id, Point point, bool truth) {
  Domain anything{universe(), false};
  if (!isValid(id))
    return anything;
  const ir::Expr &expr = program()[id];
  if (std::optional<bool> known = asConstant(expr))
    return {*known == truth ? universe() : isl::set::empty(space_), true};
  switch (expr.kind) {
  case ExprKind::LogicalNot:
    return condition(expr.operands[0], point, !truth);
  case ExprKind::LogicalAnd:
  case ExprKind::LogicalOr: {
    Domain a = condition(expr.operands[0], point, truth);
    Domain b = condition(expr.operands[1], point, truth);
    bool both = (expr.kind == ExprKind::LogicalAnd) == truth;
    return {both ? a.set.intersect(b.set) : a.set.unite(b.set),
            a.exact && b.exact};
  }
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::Eq:
  case ExprKind::Ne: {
    std::optional<Poly> a = exactLinear(expr.operands[0], point);
    std::optional<Poly> b = exactLinear(expr.operands[1], point);
    if (!a || !b)
      return anything;
    isl::set defined = definitions(*a).intersect(definitions(*b));
    isl::pw_aff x = toIsl(*a), y = toIsl(*b);
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
  std::optional<Poly> a = exactLinear(id, point);
  if (!a)
    return anything;
  isl::pw_aff x = toIsl(*a), zero = constant(0);
  return {(truth ? x.ne_set(zero) : x.eq_set(zero)).intersect(definitions(*a)),
          true};
}

} // namespace hocket::polyhedral
