// SPDX-License-Identifier: Apache-2.0
//
// Intervals of polynomials: of each symbol, each product, and their sum.

#include "loops/checks/Intervals.h"

#include "ir/Tree.h"
#include "support/Policy.h"

#include <utility>

namespace hocket::polyhedral {

namespace {

/// The last number k has stepSize * k < way.
std::optional<Interval> numberInterval(CheckContext &c, const LoopShape &shape,
                                       unsigned depth) {
  std::optional<Interval> way =
      shape.way ? polynomialInterval(c, *shape.way, depth + 1) : std::nullopt;
  if (!way)
    return std::nullopt;
  CheckExpr stepSize = constant(shape.stepSize);
  if (shape.unknownStepSize) {
    std::optional<Interval> range =
        polynomialInterval(c, *shape.unknownStepSize, depth + 1);
    if (!range)
      return std::nullopt;
    stepSize = range->low;
  }
  CheckExpr last = over(plus(way->high, constant(-1)), stepSize);
  // A loop that does not run touches nothing; a do loop always runs.
  return Interval{constant(0),
                  shape.atLeastOnce ? greater(last, constant(0)) : last};
}

/// Of the lesser or greater of two bounds: that of theirs.
std::optional<Interval> boundInterval(CheckContext &c, ir::NodeId loop,
                                      const Polynomial &bound, unsigned depth) {
  const ir::Program &program = c.program();
  const ir::Loop &data = *program[loop].as<ir::Loop>();
  const ir::Expr &expr = program[data.counted->bound];
  bool isMin = expr.kind == ir::ExprKind::Min;
  if (!isMin && expr.kind != ir::ExprKind::Max)
    return polynomialInterval(c, bound, depth);
  std::optional<Interval> sides[2];
  for (std::size_t i : {0, 1}) {
    std::optional<Value> value =
        c.model.valueAt(expr.operands[i], data.condition);
    if (value && !value->base && value->wrapBits == 0)
      sides[i] = polynomialInterval(c, value->polynomial, depth);
    if (!sides[i])
      return std::nullopt;
  }
  auto combined = [&](const CheckExpr &a, const CheckExpr &b) {
    return isMin ? lesser(a, b) : greater(a, b);
  };
  return Interval{combined(sides[0]->low, sides[1]->low),
                  combined(sides[0]->high, sides[1]->high)};
}

/// The interval without what the step leaves out at the end of it.
Interval stepped(const CheckContext &c, const LoopShape &shape,
                 Interval range) {
  bool startsAtOne = !c.model.isVariant(*shape.lower);
  if (shape.step > 1 && startsAtOne)
    range.high =
        node(CheckKind::Last, {range.low, range.high, constant(shape.step)});
  // Down from `high`: the mirror image.
  if (shape.step < -1 && startsAtOne)
    range.low =
        negated(node(CheckKind::Last, {negated(range.high), negated(range.low),
                                       constant(-shape.step)}));
  return range;
}

std::optional<Interval> symbolInterval(CheckContext &c, SymbolId id,
                                       unsigned depth) {
  const Symbol &symbol = c.model.symbol(id);
  switch (symbol.kind) {
  case Symbol::Kind::Iterator:
    return iteratorInterval(c, symbol, depth);
  case Symbol::Kind::Parameter:
    if (std::optional<CheckExpr> value = parameterOf(c, symbol))
      return Interval{*value, *value};
    return std::nullopt;
  case Symbol::Kind::Element:
    return elementInterval(c, id, depth);
  case Symbol::Kind::Bounded:
  case Symbol::Kind::Derived:
    return boundedInterval(c, id, depth);
  }
  return std::nullopt;
}

/// The product of the intervals of a monomial's symbols.
std::optional<Interval>
monomialInterval(CheckContext &c, const Monomial &monomial, unsigned depth) {
  std::optional<Interval> product;
  for (SymbolId id : monomial) {
    std::optional<Interval> factor = symbolInterval(c, id, depth);
    if (!factor)
      return std::nullopt;
    if (!product) {
      product = factor;
      continue;
    }
    product = productOf(*product, *factor);
    if (isTooLarge(*product))
      return std::nullopt;
  }
  return product;
}

} // namespace

std::optional<Interval> iteratorInterval(CheckContext &c, const Symbol &symbol,
                                         unsigned depth) {
  const ir::NodeId loop = symbol.loop; // new symbols may move the others
  const LoopShape *shape = c.model.loopShape(loop);
  if (shape && shape->isNormalized)
    return numberInterval(c, *shape, depth);
  if (!shape || !shape->lower || !shape->bound)
    return std::nullopt;
  std::optional<Interval> lower =
      polynomialInterval(c, *shape->lower, depth + 1);
  std::optional<Interval> bound =
      boundInterval(c, loop, *shape->bound, depth + 1);
  if (!lower || !bound)
    return std::nullopt;
  switch (shape->compare) {
  case ir::Compare::Lt:
    return stepped(c, *shape, {lower->low, plus(bound->high, constant(-1))});
  case ir::Compare::Le:
    return stepped(c, *shape, {lower->low, bound->high});
  case ir::Compare::Gt:
    return stepped(c, *shape, {plus(bound->low, constant(1)), lower->high});
  default:
    return stepped(c, *shape, {bound->low, lower->high});
  }
}

std::optional<Interval> polynomialInterval(CheckContext &c,
                                           const Polynomial &polynomial,
                                           unsigned depth) {
  if (depth > policy.loops.checkDepth)
    return std::nullopt;
  const Interval point = pointAt(polynomial.constantTerm());
  if (polynomial.isConstant())
    return point;
  Interval sum; // of nothing yet
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    if (monomial.empty())
      continue;
    std::optional<Interval> product = monomialInterval(c, monomial, depth);
    if (!product)
      return std::nullopt;
    if (coefficient < 0)
      std::swap(product->low, product->high);
    CheckExpr factor = constant(coefficient);
    sum =
        sumOf(sum, {times(factor, product->low), times(factor, product->high)});
    if (isTooLarge(sum))
      return std::nullopt;
  }
  return sumOf(sum, point);
}

} // namespace hocket::polyhedral
