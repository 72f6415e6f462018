// SPDX-License-Identifier: Apache-2.0
//
// How far updates through an index reach that is no polynomial of what the
// entry knows: `count[key[i] % n]++`.
//
// Interval arithmetic on the expression itself. What the model knows as a
// polynomial has the interval of that, elements of index arrays among it; a
// remainder lies below its divisor, a mask's result below the mask. Where a
// value might leave the type that it is computed in, and so wrap, that is
// tested on entry, by a guard.

#include "dataflow/ValueRange.h"
#include "loops/checks/Intervals.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>
#include <cstdlib>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::StmtId;

namespace {

std::optional<Interval> valueInterval(CheckContext &c, ExprId id, StmtId stmt,
                                      unsigned depth) {
  std::optional<Value> value = c.model.valueAt(id, stmt);
  if (!value || value->root || value->wrapBits != 0)
    return std::nullopt;
  return polyInterval(c, value->poly, depth + 1);
}

/// The interval, given that it stays in the type: that is so by C's rules, or
/// tested.
Interval inType(CheckContext &c, unsigned bits, bool isSigned, Interval range,
                bool mayCut = false) {
  if (isSigned && (bits >= 64 || !mayCut))
    return range;
  if (bits >= 64) {
    c.needs.guards.push_back(atMost(constant(0), range.low));
    return range;
  }
  int64_t count = int64_t(1) << bits;
  c.needs.guards.push_back(
      both(atMost(constant(isSigned ? -count / 2 : 0), range.low),
           atMost(range.high, constant(isSigned ? count / 2 - 1 : count - 1))));
  return range;
}

/// All that is assigned to the variable.
std::optional<Interval> assignedInterval(CheckContext &c, ir::ObjectId variable,
                                         unsigned depth) {
  const ir::Program &program = c.program();
  const ProgramIndex &index = c.model.index();
  const ir::Object &object = program[variable];
  std::optional<Interval> all;
  for (StmtId writer : index.namedWriters(variable)) {
    // A loop that is cut shares its variables with its other parts.
    if (!ir::isWithin(program, index.nodeOf(writer), c.model.root()))
      return std::nullopt;
    for (const ir::Access &access : program[writer].accesses) {
      if (access.kind != ir::AccessKind::Write || !isValid(access.address))
        continue;
      const ir::Expr &address = program[access.address];
      if (address.kind != ExprKind::AddrOf || address.object != variable)
        continue;
      if (!isValid(access.value) || 8 * access.size != object.bits)
        return std::nullopt;
      std::optional<Interval> one =
          exprInterval(c, access.value, writer, depth + 1);
      if (!one)
        return std::nullopt;
      // Stored in the variable's own type.
      one = inType(c, object.bits, object.isSigned, *one,
                   /*mayCut=*/true);
      all = all ? united(*all, *one) : *one;
    }
  }
  return all;
}

/// Of a variable of the loop's body.
std::optional<Interval> variableInterval(CheckContext &c, ir::ObjectId variable,
                                         unsigned depth) {
  const ir::Object &object = c.program()[variable];
  if (object.kind != ir::ObjectKind::Local || object.isFloat ||
      !c.model.index().isNamedOnly(variable) ||
      !ir::isDeclaredIn(c.program(), variable, c.model.root()) ||
      !c.pendingVariables.insert(variable).second)
    return std::nullopt;
  std::optional<Interval> all = assignedInterval(c, variable, depth);
  c.pendingVariables.erase(variable);
  return all;
}

/// A result between 0 and the divisor, or on either side of 0 if the dividend
/// may be negative.
std::optional<Interval> remainderInterval(CheckContext &c, const ir::Expr &expr,
                                          StmtId stmt, unsigned depth) {
  std::optional<Interval> divisor =
      exprInterval(c, expr.operands[1], stmt, depth + 1);
  if (!divisor)
    return std::nullopt;
  const ir::Expr &dividend = c.program()[expr.operands[0]];
  std::optional<ValueRange> value =
      ValueRanges(c.model.index()).of(expr.operands[0]);
  bool isPositive = !expr.isSigned || (value && value->low >= 0) ||
                    (!dividend.isSigned && dividend.bits < expr.bits);
  CheckExpr size = expr.isSigned ? greater(divisor->high, negated(divisor->low))
                                 : divisor->high;
  CheckExpr most = plus(size, constant(-1));
  return Interval{isPositive ? constant(0) : negated(most), most};
}

/// `x & m` lies between 0 and m where m is not negative.
std::optional<Interval> maskInterval(CheckContext &c, const ir::Expr &expr,
                                     StmtId stmt, unsigned depth) {
  const CheckContext::Needs before = c.needs;
  for (ExprId id : {expr.operands[1], expr.operands[0]}) {
    std::optional<Interval> mask = exprInterval(c, id, stmt, depth + 1);
    // The mask is one value, known on entry; the other side varies.
    if (mask && mask->isPoint()) {
      c.needs.guards.push_back(atMost(constant(0), mask->low));
      return Interval{constant(0), mask->high};
    }
    c.needs = before;
  }
  return std::nullopt;
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
std::optional<Interval> scaled(Interval a, Interval b) {
  if (!a.isPoint())
    std::swap(a, b);
  if (!a.isPoint())
    return std::nullopt;
  CheckExpr low = times(a.low, b.low), high = times(a.low, b.high);
  return Interval{lesser(low, high), greater(low, high)};
}

/// Of two operands.
std::optional<Interval> arithmeticInterval(CheckContext &c,
                                           const ir::Expr &expr, StmtId stmt,
                                           unsigned depth) {
  std::size_t first = expr.kind == ExprKind::Select ? 1 : 0;
  std::optional<Interval> a =
      exprInterval(c, expr.operands[first], stmt, depth + 1);
  std::optional<Interval> b =
      a ? exprInterval(c, expr.operands[first + 1], stmt, depth + 1)
        : std::nullopt;
  if (!b)
    return std::nullopt;
  std::optional<Interval> result;
  switch (expr.kind) {
  case ExprKind::Add:
    result = sumOf(*a, *b);
    break;
  case ExprKind::Sub:
    result = sumOf(*a, {negated(b->high), negated(b->low)});
    break;
  case ExprKind::Mul:
    if (!hasLargeConstant(c.program(), expr))
      result = scaled(*a, *b);
    break;
  default:
    return united(*a, *b);
  }
  if (!result)
    return std::nullopt;
  return inType(c, expr.bits, expr.isSigned, *result);
}

std::optional<Interval> operationInterval(CheckContext &c, ExprId id,
                                          StmtId stmt, unsigned depth) {
  const ir::Expr &expr = c.program()[id];
  if (expr.isFloat || expr.isPointer)
    return std::nullopt;
  switch (expr.kind) {
  case ExprKind::Var:
    return variableInterval(c, expr.object, depth);
  case ExprKind::Cast:
    if (std::optional<Interval> range =
            exprInterval(c, expr.operands[0], stmt, depth + 1))
      return inType(c, expr.bits, expr.isSigned, *range, /*mayCut=*/true);
    return std::nullopt;
  case ExprKind::Rem:
    return remainderInterval(c, expr, stmt, depth);
  case ExprKind::And:
    return maskInterval(c, expr, stmt, depth);
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Mul:
  case ExprKind::Min:
  case ExprKind::Max:
  case ExprKind::Select:
    return arithmeticInterval(c, expr, stmt, depth);
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<Interval> exprInterval(CheckContext &c, ExprId id, StmtId stmt,
                                     unsigned depth) {
  if (depth > policy.loops.checkDepth)
    return std::nullopt;
  // What an attempt that fails wanted to read does not count.
  CheckContext::Needs before = c.needs;
  if (std::optional<Interval> range = valueInterval(c, id, stmt, depth))
    return range;
  c.needs = before;
  if (std::optional<Interval> range = operationInterval(c, id, stmt, depth))
    return range;
  c.needs = std::move(before);
  // More would never be allocated.
  constexpr int64_t most = policy.loops.checkedRange;
  std::optional<ValueRange> range = ValueRanges(c.model.index()).of(id);
  if (!range || range->high - range->low > most)
    return std::nullopt;
  return Interval{constant(range->low), constant(range->high)};
}

std::optional<Interval> reachInterval(CheckContext &c, const Reach &reach) {
  if (isValid(reach.whole)) {
    if (!mayUse(c, reach.whole))
      return std::nullopt;
    return Interval{constant(0), sizeOf(reach.whole)};
  }
  std::optional<Interval> all;
  for (const Reach::Offset &offset : reach.offsets) {
    Interval sum{constant(0), constant(reach.elementSize)};
    for (ExprId term : offset.terms) {
      std::optional<Interval> range = exprInterval(c, term, offset.stmt, 0);
      if (!range)
        return std::nullopt;
      sum = sumOf(sum, *range);
    }
    all = all ? united(*all, sum) : sum;
    if (isTooLarge(*all))
      return std::nullopt;
  }
  return all;
}

} // namespace hocket::polyhedral
