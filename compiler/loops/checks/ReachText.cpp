// SPDX-License-Identifier: Apache-2.0
//
// How far updates through an index reach that is no polynomial of what the
// entry knows, as C text: `count[key[i] % n]++`.
//
// Interval arithmetic on the expression itself. What the model knows as a
// polynomial has the interval of that, elements of index arrays among it; a
// remainder lies below its divisor, a mask's result below the mask. Where a
// value might leave the type that it is computed in, and so wrap, that is
// tested on entry, by a guard before the text.

#include "dataflow/ValueRange.h"
#include "loops/checks/EntryText.h"
#include "loops/checks/RangeChecks.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::ExprId;
using ir::ExprKind;
using ir::StmtId;

std::optional<Reached> RangeText::reached(const Reach &reach) {
  start();
  std::optional<Interval> range = ofReach(reach);
  const LoopShape *shape = model_.loopShape(model_.root());
  if (!range || !shape)
    return std::nullopt;
  std::optional<Interval> numbers = ofIterator(model_.atom(shape->iterator), 1);
  if (!numbers)
    return std::nullopt;
  Reached result;
  result.iterations = "@count(" + numbers->low + ", " + numbers->high + ", " +
                      number(std::abs(shape->step)) + ")";
  result.side.guard = withGuards("1");
  result.side.lo = range->low;
  result.side.hi = range->high;
  result.side.uses = needs_.uses;
  result.side.readsMemory = needs_.readsMemory;
  result.side.reads = needs_.reads;
  return result;
}

/// `high` is behind the last byte.
std::optional<RangeText::Interval> RangeText::ofReach(const Reach &reach) {
  if (isValid(reach.whole)) {
    if (!use(reach.whole))
      return std::nullopt;
    return Interval{number(0), "(long long)sizeof(" +
                                   model_.program()[reach.whole].name + ")"};
  }
  Interval all;
  for (const Reach::Offset &offset : reach.offsets) {
    Interval sum{number(0), number(reach.elementSize)};
    for (ExprId term : offset.terms) {
      std::optional<Interval> range = ofExpr(term, offset.stmt, 0);
      if (!range)
        return std::nullopt;
      sum = {plus(sum.low, range->low), plus(sum.high, range->high)};
    }
    all.low = all.low.empty() ? sum.low : lesser(all.low, sum.low);
    all.high = all.high.empty() ? sum.high : greater(all.high, sum.high);
    if (all.low.size() > kMaxText || all.high.size() > kMaxText)
      return std::nullopt;
  }
  return all;
}

/// All values that the statement's instances in the loop may compute.
std::optional<RangeText::Interval> RangeText::ofExpr(ExprId id, StmtId stmt,
                                                     unsigned depth) {
  if (depth > kMaxDepth)
    return std::nullopt;
  // What an attempt that fails wanted to read does not count.
  Needs before = needs_;
  if (std::optional<Interval> range = ofValue(id, stmt, depth))
    return range;
  needs_ = before;
  if (std::optional<Interval> range = ofParts(id, stmt, depth))
    return range;
  needs_ = std::move(before);
  constexpr int64_t most =
      policy.loops.checkedRange; // more would never be allocated
  std::optional<ValueRange> range = ValueRanges(model_.index()).of(id);
  if (!range || range->high - range->low > most)
    return std::nullopt;
  return Interval{number(range->low), number(range->high)};
}

std::optional<RangeText::Interval> RangeText::ofValue(ExprId id, StmtId stmt,
                                                      unsigned depth) {
  std::optional<Value> value = model_.valueAt(id, stmt);
  if (!value || value->root || value->wrapBits != 0)
    return std::nullopt;
  return ofPoly(value->poly, depth + 1);
}

std::optional<RangeText::Interval> RangeText::ofParts(ExprId id, StmtId stmt,
                                                      unsigned depth) {
  const ir::Expr &expr = model_.program()[id];
  auto operand = [&](std::size_t i) {
    return ofExpr(expr.operands[i], stmt, depth + 1);
  };
  if (expr.isFloat || expr.isPointer)
    return std::nullopt;
  switch (expr.kind) {
  case ExprKind::Var:
    return ofWriters(expr.object, depth);
  case ExprKind::Cast:
    if (std::optional<Interval> range = operand(0))
      return inType(expr, *range, /*mayCut=*/true);
    return std::nullopt;
  case ExprKind::Rem:
    return ofRemainder(expr, stmt, depth);
  case ExprKind::And:
    return ofMask(expr, stmt, depth);
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Mul:
  case ExprKind::Min:
  case ExprKind::Max:
  case ExprKind::Select:
    break;
  default:
    return std::nullopt;
  }
  std::size_t first = expr.kind == ExprKind::Select ? 1 : 0;
  std::optional<Interval> a = operand(first);
  std::optional<Interval> b = a ? operand(first + 1) : std::nullopt;
  if (!b)
    return std::nullopt;
  switch (expr.kind) {
  case ExprKind::Add:
    return inType(expr, {plus(a->low, b->low), plus(a->high, b->high)});
  case ExprKind::Sub:
    return inType(expr, {plus(a->low, times("-1LL", b->high)),
                         plus(a->high, times("-1LL", b->low))});
  case ExprKind::Mul: {
    // One factor is a point: the bytes of an element, the length of a row.
    if (a->low != a->high)
      std::swap(a, b);
    if (a->low != a->high || isLargeConstant(expr))
      return std::nullopt;
    std::string low = times(a->low, b->low), high = times(a->low, b->high);
    return inType(expr, {lesser(low, high), greater(low, high)});
  }
  default:
    return Interval{lesser(a->low, b->low), greater(a->high, b->high)};
  }
}

/// A product with it would be tested in vain.
bool RangeText::isLargeConstant(const ir::Expr &product) const {
  constexpr int64_t large = policy.loops.checkedFactor;
  return std::any_of(
      product.operands.begin(), product.operands.end(), [&](ExprId id) {
        const ir::Expr &expr = model_.program()[id];
        return expr.kind == ExprKind::Const && std::abs(expr.value) > large;
      });
}

/// A result between 0 and the divisor, or on either side of 0 if the dividend
/// may be negative.
std::optional<RangeText::Interval>
RangeText::ofRemainder(const ir::Expr &expr, StmtId stmt, unsigned depth) {
  std::optional<Interval> divisor = ofExpr(expr.operands[1], stmt, depth + 1);
  if (!divisor)
    return std::nullopt;
  const ir::Expr &dividend = model_.program()[expr.operands[0]];
  std::optional<ValueRange> value =
      ValueRanges(model_.index()).of(expr.operands[0]);
  bool isPositive = !expr.isSigned || (value && value->low >= 0) ||
                    (!dividend.isSigned && dividend.bits < expr.bits);
  std::string size = expr.isSigned
                         ? greater(divisor->high, times("-1LL", divisor->low))
                         : divisor->high;
  std::string most = plus(size, number(-1));
  return Interval{isPositive ? number(0) : times("-1LL", most), most};
}

/// `x & m` lies between 0 and m where m is not negative.
std::optional<RangeText::Interval>
RangeText::ofMask(const ir::Expr &expr, StmtId stmt, unsigned depth) {
  const Needs before = needs_;
  for (ExprId id : {expr.operands[1], expr.operands[0]}) {
    std::optional<Interval> mask = ofExpr(id, stmt, depth + 1);
    // The mask is one value, known on entry; the other side varies.
    if (mask && mask->low == mask->high) {
      needs_.guards.push_back(atMost(number(0), mask->low));
      return Interval{number(0), mask->high};
    }
    needs_ = before;
  }
  return std::nullopt;
}

/// Of a variable of the loop's body: all that is assigned to it.
std::optional<RangeText::Interval> RangeText::ofWriters(ir::ObjectId variable,
                                                        unsigned depth) {
  const ir::Program &program = model_.program();
  const ProgramIndex &index = model_.index();
  const ir::Object &object = program[variable];
  if (object.kind != ir::ObjectKind::Local || object.isFloat ||
      !index.isNamedOnly(variable) ||
      !ir::isDeclaredIn(program, variable, model_.root()) ||
      !pendingVariables_.insert(variable).second)
    return std::nullopt;
  std::optional<Interval> all = ofAssigned(variable, depth);
  pendingVariables_.erase(variable);
  return all;
}

std::optional<RangeText::Interval> RangeText::ofAssigned(ir::ObjectId variable,
                                                         unsigned depth) {
  const ir::Program &program = model_.program();
  const ir::Object &object = program[variable];
  std::optional<Interval> all;
  for (StmtId writer : model_.index().namedWriters(variable)) {
    // A loop that is cut shares its variables with its other parts.
    if (!ir::isWithin(program, model_.index().nodeOf(writer), model_.root()))
      return std::nullopt;
    for (const ir::Access &access : program[writer].accesses) {
      if (access.kind != ir::AccessKind::Write || !isValid(access.address))
        continue;
      const ir::Expr &address = program[access.address];
      if (address.kind != ExprKind::AddrOf || address.object != variable)
        continue;
      if (!isValid(access.value) || 8 * access.size != object.bits)
        return std::nullopt;
      std::optional<Interval> one = ofExpr(access.value, writer, depth + 1);
      if (!one)
        return std::nullopt;
      // Stored in the variable's own type.
      ir::Expr stored = program[access.value];
      stored.bits = static_cast<uint8_t>(object.bits);
      stored.isSigned = object.isSigned;
      *one = inType(stored, *one, /*mayCut=*/true);
      all = all ? Interval{lesser(all->low, one->low),
                           greater(all->high, one->high)}
                : *one;
    }
  }
  return all;
}

/// The interval, given that it stays in the expression's type: that is so by
/// C's rules, or tested.
RangeText::Interval RangeText::inType(const ir::Expr &expr, Interval range,
                                      bool mayCut) {
  if (expr.isSigned && (expr.bits >= 64 || !mayCut))
    return range;
  if (expr.bits >= 64) {
    needs_.guards.push_back(atMost(number(0), range.low));
    return range;
  }
  int64_t count = int64_t(1) << expr.bits;
  needs_.guards.push_back(both(
      atMost(number(expr.isSigned ? -count / 2 : 0), range.low),
      atMost(range.high, number(expr.isSigned ? count / 2 - 1 : count - 1))));
  return range;
}

} // namespace hocket::polyhedral
