// SPDX-License-Identifier: Apache-2.0
#include "dataflow/ExprIntervals.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::StmtId;

namespace {

using Range = std::optional<Interval>;

/// Where an operand is computed.
struct Place {
  StmtId stmt = StmtId::None;
  unsigned depth = 0;
};

Range operand(IntervalContext &c, const ir::Expr &expr, std::size_t number,
              const Place &at) {
  return exprInterval(c, expr.operands[number], at.stmt, at.depth + 1);
}

Interval numbers(int64_t low, int64_t high) {
  return {constant(low), constant(high)};
}

/// All values of an integer type of less than 64 bits.
Interval typeEnds(unsigned bits, bool isSigned) {
  int64_t count = int64_t(1) << bits;
  return isSigned ? numbers(-count / 2, count / 2 - 1) : numbers(0, count - 1);
}

/// The same where an object could have so many elements.
Range typeInterval(unsigned bits, bool isSigned) {
  if (bits == 0 || bits > 32)
    return std::nullopt;
  return typeEnds(bits, isSigned);
}

/// For checks: the interval, given that it stays in the type. That is so by C's
/// rules, or tested.
Interval testedInType(IntervalContext &c, unsigned bits, bool isSigned,
                      const Interval &range, bool mayCut = false) {
  std::vector<CheckExpr> &guards = c.entry->needs.guards;
  if (isSigned && (bits >= 64 || !mayCut))
    return range;
  if (bits >= 64) {
    guards.push_back(atMost(constant(0), range.low));
    return range;
  }
  Interval type = typeEnds(bits, isSigned);
  guards.push_back(
      both(atMost(type.low, range.low), atMost(range.high, type.high)));
  return range;
}

/// For numbers: unsigned arithmetic wraps, and a conversion may cut.
Range inType(const ir::Expr &expr, const Range &range) {
  Range type = typeInterval(expr.bits, expr.isSigned);
  std::optional<ValueRange> value = range ? numbersOf(*range) : std::nullopt;
  if (!value)
    return type;
  if (!type) // 64 bits: only below 0 does it wrap
    return expr.isSigned || value->low >= 0 ? range : std::nullopt;
  return value->low >= type->low->value && value->high <= type->high->value
             ? range
             : type;
}

/// All that is assigned to the variable.
Range assignedInterval(IntervalContext &c, ir::ObjectId variable,
                       unsigned depth) {
  const ir::Program &program = c.index.program();
  const ir::Object &object = program[variable];
  Range all;
  for (StmtId writer : c.index.namedWriters(variable)) {
    // A loop that is cut shares its variables with its other parts.
    if (c.entry &&
        !ir::isWithin(program, c.index.nodeOf(writer), c.entry->root))
      return std::nullopt;
    for (const ir::Access &access : program[writer].accesses) {
      if (access.kind != ir::AccessKind::Write || !isValid(access.address))
        continue;
      const ir::Expr &address = program[access.address];
      if (address.kind != ExprKind::AddrOf || address.object != variable)
        continue;
      if (!isValid(access.value) || access.size != object.size)
        return std::nullopt;
      Range one = exprInterval(c, access.value, writer, depth + 1);
      if (!one)
        return std::nullopt;
      // Stored in the variable's own type.
      if (c.entry)
        one = testedInType(c, object.bits, object.isSigned, *one,
                           /*mayCut=*/true);
      all = all ? united(*all, *one) : *one;
    }
  }
  return all;
}

/// For checks, of variables of the loop's body alone.
Range variableInterval(IntervalContext &c, ir::ObjectId variable,
                       unsigned depth) {
  const ir::Object &object = c.index.program()[variable];
  if (object.kind != ir::ObjectKind::Local || object.isFloat ||
      !c.index.isNamedOnly(variable) ||
      (c.entry &&
       !ir::isDeclaredIn(c.index.program(), variable, c.entry->root)) ||
      !c.pending.insert(variable).second)
    return std::nullopt;
  Range all = assignedInterval(c, variable, depth);
  c.pending.erase(variable);
  return all;
}

/// Without what the entry knows.
std::optional<ValueRange> numbersAlone(const IntervalContext &c, ExprId id) {
  IntervalContext numbers{c.index};
  Range range = exprInterval(numbers, id, StmtId::None);
  return range ? numbersOf(*range) : std::nullopt;
}

/// A result between 0 and the divisor, or on either side of 0 if the dividend
/// may be negative.
Range remainderInterval(IntervalContext &c, const ir::Expr &expr,
                        const Place &at) {
  Range divisor = operand(c, expr, 1, at);
  if (!divisor)
    return std::nullopt;
  const ir::Expr &dividend = c.index.program()[expr.operands[0]];
  std::optional<ValueRange> value;
  if (c.entry) {
    value = numbersAlone(c, expr.operands[0]);
  } else {
    std::optional<ValueRange> by = numbersOf(*divisor);
    if (!by || by->low <= 0)
      return std::nullopt;
    if (Range range = operand(c, expr, 0, at))
      value = numbersOf(*range);
  }
  bool isPositive = !expr.isSigned || (value && value->low >= 0) ||
                    (!dividend.isSigned && dividend.bits < expr.bits);
  CheckExpr size = expr.isSigned ? greater(divisor->high, negated(divisor->low))
                                 : divisor->high;
  CheckExpr most = plus(size, constant(-1));
  return Interval{isPositive ? constant(0) : negated(most), most};
}

/// `x & m` lies between 0 and m where m is not negative. The lesser of two
/// numbers; else a mask that is one value, known on entry.
Range maskInterval(IntervalContext &c, const ir::Expr &expr, const Place &at) {
  Range best;
  for (std::size_t i : {1, 0}) {
    std::optional<CheckNeeds> before;
    if (c.entry)
      before = c.entry->needs;
    Range mask = operand(c, expr, i, at);
    std::optional<ValueRange> range = mask ? numbersOf(*mask) : std::nullopt;
    if (range && range->low >= 0 && (!best || range->high < best->high->value))
      best = numbers(0, range->high);
    if (c.entry && mask && mask->isPoint()) {
      c.entry->needs.guards.push_back(atMost(constant(0), mask->low));
      return Interval{constant(0), mask->high};
    }
    if (before)
      c.entry->needs = std::move(*before);
  }
  // For checks the caller takes numbers only where they are small.
  return c.entry ? std::nullopt : best;
}

/// A product with it would be tested in vain.
bool hasLargeConstant(const ir::Program &program, const ir::Expr &product) {
  constexpr int64_t large = policy.loops.checkedFactor;
  return std::any_of(
      product.operands.begin(), product.operands.end(), [&](ExprId id) {
        const ir::Expr &expr = program[id];
        return expr.kind == ExprKind::Const && std::abs(expr.value) > large;
      });
}

/// One factor is a point: the bytes of an element, the length of a row.
Range scaled(Interval a, Interval b) {
  if (!a.isPoint())
    std::swap(a, b);
  if (!a.isPoint())
    return std::nullopt;
  CheckExpr low = times(a.low, b.low), high = times(a.low, b.high);
  return Interval{lesser(low, high), greater(low, high)};
}

/// A sum, a difference, a product, or one of two.
Range arithmeticInterval(IntervalContext &c, const ir::Expr &expr,
                         const Place &at) {
  std::size_t first = expr.kind == ExprKind::Select ? 1 : 0;
  Range a = operand(c, expr, first, at);
  Range b = a ? operand(c, expr, first + 1, at) : std::nullopt;
  if (!b)
    return std::nullopt;
  Range result;
  switch (expr.kind) {
  case ExprKind::Add:
    result = sumOf(*a, *b);
    break;
  case ExprKind::Sub:
    result = sumOf(*a, negated(*b));
    break;
  case ExprKind::Mul:
    if (!hasLargeConstant(c.index.program(), expr))
      result = scaled(*a, *b);
    break;
  default:
    return united(*a, *b);
  }
  if (!result || !c.entry)
    return result;
  return testedInType(c, expr.bits, expr.isSigned, *result);
}

/// What is known for operands that are numbers alone, `b` a constant.
Range quotientOf(const ValueRange &a, const ValueRange &b) {
  if (b.low != b.high || b.low <= 0)
    return std::nullopt;
  return numbers(a.low / b.low, a.high / b.low);
}

Range bitsOf(const ValueRange &a, const ValueRange &b) {
  if (a.low < 0 || b.low < 0)
    return std::nullopt;
  int64_t all = 1;
  while (all <= std::max(a.high, b.high))
    all *= 2;
  return numbers(0, all - 1);
}

Range shiftOf(const ir::Expr &expr, const std::optional<ValueRange> &value,
              const ValueRange &count) {
  constexpr int64_t most = 20; // to the left
  if (count.low != count.high || count.low < 0 || count.low >= 63)
    return std::nullopt;
  if (expr.kind == ExprKind::Shl) {
    if (!value || value->low < 0 || count.low > most)
      return std::nullopt;
    return numbers(value->low << count.low, value->high << count.low);
  }
  if (value)
    return numbers(value->low >> count.low, value->high >> count.low);
  // The upper bits of an unsigned value of 64 bits.
  if (expr.isSigned || expr.bits <= count.low)
    return std::nullopt;
  return typeInterval(expr.bits - static_cast<unsigned>(count.low), false);
}

Range numericInterval(IntervalContext &c, const ir::Expr &expr,
                      const Place &at) {
  auto numbersAt = [&](std::size_t i) -> std::optional<ValueRange> {
    Range range = operand(c, expr, i, at);
    return range ? numbersOf(*range) : std::nullopt;
  };
  std::optional<ValueRange> a = numbersAt(0), b = numbersAt(1);
  if (!b)
    return std::nullopt;
  if (expr.kind == ExprKind::Shl || expr.kind == ExprKind::Shr)
    return shiftOf(expr, a, *b);
  if (!a)
    return std::nullopt;
  return expr.kind == ExprKind::Div ? quotientOf(*a, *b) : bitsOf(*a, *b);
}

/// By the operator and the intervals of its operands.
Range operationInterval(IntervalContext &c, const ir::Expr &expr,
                        const Place &at) {
  switch (expr.kind) {
  case ExprKind::Const:
    return c.entry ? std::nullopt : Range(pointAt(expr.value));
  case ExprKind::Var:
    return variableInterval(c, expr.object, at.depth);
  case ExprKind::Cast:
    if (Range range = operand(c, expr, 0, at))
      return c.entry ? testedInType(c, expr.bits, expr.isSigned, *range,
                                    /*mayCut=*/true)
                     : range;
    return std::nullopt;
  case ExprKind::Rem:
    return remainderInterval(c, expr, at);
  case ExprKind::And:
    return maskInterval(c, expr, at);
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Mul:
  case ExprKind::Min:
  case ExprKind::Max:
  case ExprKind::Select:
    return arithmeticInterval(c, expr, at);
  case ExprKind::Div:
  case ExprKind::Or:
  case ExprKind::Xor:
  case ExprKind::Shl:
  case ExprKind::Shr:
    return c.entry ? std::nullopt : numericInterval(c, expr, at);
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::LogicalAnd:
  case ExprKind::LogicalOr:
  case ExprKind::LogicalNot:
    return c.entry ? std::nullopt : Range(numbers(0, 1));
  default:
    return std::nullopt;
  }
}

/// What the entry knows of the value; by its operator; as numbers, if few.
Range checkedInterval(IntervalContext &c, ExprId id, const Place &at) {
  const ir::Expr &expr = c.index.program()[id];
  CheckNeeds &needs = c.entry->needs;
  // What an attempt that fails wanted to read does not count.
  const CheckNeeds before = needs;
  if (Range range = c.entry->known(id, at.stmt, at.depth))
    return range;
  needs = before;
  if (!expr.isFloat && !expr.isPointer)
    if (Range range = operationInterval(c, expr, at))
      return range;
  needs = before;
  // More would never be allocated.
  constexpr int64_t most = policy.loops.checkedRange;
  std::optional<ValueRange> range = numbersAlone(c, id);
  if (!range || range->high - range->low > most)
    return std::nullopt;
  return numbers(range->low, range->high);
}

} // namespace

std::optional<Interval> exprInterval(IntervalContext &c, ExprId id, StmtId stmt,
                                     unsigned depth) {
  if (c.entry)
    return depth > policy.loops.checkDepth
               ? std::nullopt
               : checkedInterval(c, id, {stmt, depth});
  const ir::Expr &expr = c.index.program()[id];
  if (expr.isFloat || expr.isPointer || depth > policy.loops.rangeDepth ||
      ++c.steps > policy.loops.rangeSteps)
    return std::nullopt;
  return inType(expr, operationInterval(c, expr, {stmt, depth}));
}

} // namespace hocket::polyhedral
