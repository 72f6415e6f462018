// SPDX-License-Identifier: Apache-2.0
#include "dataflow/ValueRange.h"

#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;

namespace {

constexpr int64_t kLargest = int64_t(1) << 40; ///< no object is larger
constexpr unsigned kMaxDepth = policy.loops.rangeDepth;
constexpr unsigned kMaxSteps =
    policy.loops.rangeSteps; ///< common parts are walked again

using Range = std::optional<ValueRange>;

Range bounded(int64_t low, int64_t high) {
  if (low < -kLargest || high > kLargest)
    return std::nullopt;
  return ValueRange{low, high};
}

/// All values of an integer type.
Range typeRange(unsigned bits, bool isSigned) {
  if (bits == 0 || bits > 32)
    return std::nullopt;
  int64_t count = int64_t(1) << bits;
  return isSigned ? ValueRange{-count / 2, count / 2 - 1}
                  : ValueRange{0, count - 1};
}

std::optional<int64_t> constant(const ir::Program &program, ExprId id) {
  const ir::Expr &expr = program[id];
  if (expr.kind != ExprKind::Const)
    return std::nullopt;
  return expr.value;
}

} // namespace

/// Unsigned arithmetic wraps, and a conversion may cut.
Range ValueRanges::inType(const ir::Expr &expr, Range range) const {
  Range type = typeRange(expr.bits, expr.isSigned);
  if (!range)
    return type;
  if (!type) // 64 bits: only below 0 does it wrap
    return expr.isSigned || range->low >= 0 ? range : std::nullopt;
  return range->low >= type->low && range->high <= type->high ? range : type;
}

Range ValueRanges::united(ExprId a, ExprId b) {
  Range first = of(a), second = of(b);
  if (!first || !second)
    return std::nullopt;
  return ValueRange{std::min(first->low, second->low),
                    std::max(first->high, second->high)};
}

Range ValueRanges::ofSum(const ir::Expr &expr) {
  Range a = of(expr.operands[0]), b = of(expr.operands[1]);
  if (!a || !b)
    return std::nullopt;
  return expr.kind == ExprKind::Add
             ? bounded(a->low + b->low, a->high + b->high)
             : bounded(a->low - b->high, a->high - b->low);
}

Range ValueRanges::ofProduct(const ir::Expr &expr) {
  const ir::Program &program = index_.program();
  for (unsigned i : {0u, 1u}) {
    std::optional<int64_t> factor = constant(program, expr.operands[i]);
    Range other = of(expr.operands[1 - i]);
    constexpr int64_t largestFactor = 1 << 20;
    if (!factor || !other || *factor < 0 || *factor > largestFactor)
      continue;
    return bounded(other->low * *factor, other->high * *factor);
  }
  return std::nullopt;
}

/// By a positive constant.
Range ValueRanges::ofQuotient(const ir::Expr &expr) {
  std::optional<int64_t> divisor = constant(index_.program(), expr.operands[1]);
  if (!divisor || *divisor <= 0)
    return std::nullopt;
  Range value = of(expr.operands[0]);
  if (expr.kind == ExprKind::Div)
    return value ? bounded(value->low / *divisor, value->high / *divisor)
                 : std::nullopt;
  bool isNegative = expr.isSigned && (!value || value->low < 0);
  bool isPositive = !value || value->high > 0;
  return bounded(isNegative ? 1 - *divisor : 0, isPositive ? *divisor - 1 : 0);
}

/// `x & c` is between 0 and c where c is not negative.
Range ValueRanges::ofBits(const ir::Expr &expr) {
  if (expr.kind == ExprKind::And) {
    Range best;
    for (ExprId id : expr.operands)
      if (Range range = of(id); range && range->low >= 0)
        if (!best || range->high < best->high)
          best = ValueRange{0, range->high};
    return best;
  }
  Range a = of(expr.operands[0]), b = of(expr.operands[1]);
  if (!a || !b || a->low < 0 || b->low < 0)
    return std::nullopt;
  int64_t all = 1;
  while (all <= std::max(a->high, b->high))
    all *= 2;
  return ValueRange{0, all - 1};
}

Range ValueRanges::ofShift(const ir::Expr &expr) {
  const ir::Program &program = index_.program();
  std::optional<int64_t> count = constant(program, expr.operands[1]);
  if (!count || *count < 0 || *count >= 63)
    return std::nullopt;
  Range value = of(expr.operands[0]);
  if (expr.kind == ExprKind::Shl) {
    if (!value || value->low < 0 || *count > 20)
      return std::nullopt;
    return bounded(value->low << *count, value->high << *count);
  }
  if (value)
    return ValueRange{value->low >> *count, value->high >> *count};
  // The upper bits of an unsigned value of 64 bits.
  if (expr.isSigned || expr.bits <= *count)
    return std::nullopt;
  return typeRange(expr.bits - static_cast<unsigned>(*count), false);
}

Range ValueRanges::ofVariable(const ir::Expr &expr) {
  const ir::Object &object = index_.program()[expr.object];
  if (object.kind != ir::ObjectKind::Local ||
      !index_.isNamedOnly(expr.object) || object.isFloat ||
      !active_.insert(expr.object).second)
    return std::nullopt;
  Range all;
  bool isKnown = true;
  for (ir::StmtId writer : index_.namedWriters(expr.object))
    for (const ir::Access &access : index_.program()[writer].accesses) {
      if (access.kind != ir::AccessKind::Write || !isValid(access.address))
        continue;
      const ir::Expr &address = index_.program()[access.address];
      if (address.kind != ExprKind::AddrOf || address.object != expr.object)
        continue;
      Range one = isValid(access.value) ? of(access.value) : std::nullopt;
      isKnown &= one && 8 * access.size == object.bits;
      if (isKnown)
        all = all ? ValueRange{std::min(all->low, one->low),
                               std::max(all->high, one->high)}
                  : *one;
    }
  active_.erase(expr.object);
  return isKnown ? all : std::nullopt;
}

Range ValueRanges::of(ExprId id) {
  const ir::Expr &expr = index_.program()[id];
  if (expr.isFloat || expr.isPointer || depth_ > kMaxDepth ||
      ++steps_ > kMaxSteps)
    return std::nullopt;
  struct Depth {
    unsigned &depth;
    explicit Depth(unsigned &d) : depth(d) { ++depth; }
    ~Depth() { --depth; }
  } deeper(depth_);
  switch (expr.kind) {
  case ExprKind::Const:
    return bounded(expr.value, expr.value);
  case ExprKind::Var:
    return inType(expr, ofVariable(expr));
  case ExprKind::Add:
  case ExprKind::Sub:
    return inType(expr, ofSum(expr));
  case ExprKind::Mul:
    return inType(expr, ofProduct(expr));
  case ExprKind::Div:
  case ExprKind::Rem:
    return inType(expr, ofQuotient(expr));
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Xor:
    return inType(expr, ofBits(expr));
  case ExprKind::Shl:
  case ExprKind::Shr:
    return inType(expr, ofShift(expr));
  case ExprKind::Cast:
    return inType(expr, of(expr.operands[0]));
  case ExprKind::Min:
  case ExprKind::Max:
    return inType(expr, united(expr.operands[0], expr.operands[1]));
  case ExprKind::Select:
    return inType(expr, united(expr.operands[1], expr.operands[2]));
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::LogicalAnd:
  case ExprKind::LogicalOr:
  case ExprKind::LogicalNot:
    return ValueRange{0, 1};
  default:
    return typeRange(expr.bits, expr.isSigned);
  }
}

} // namespace hocket::polyhedral
