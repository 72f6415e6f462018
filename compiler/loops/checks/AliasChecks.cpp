// SPDX-License-Identifier: Apache-2.0
#include "loops/checks/AliasChecks.h"

#include "loops/checks/AccessIntervals.h"

#include <cstdlib>

namespace hocket::polyhedral {

namespace {

constexpr int64_t kFarthest = int64_t(1) << 60; ///< as hk_far_bits

AliasCheck::Side makeSide(const CheckContext &c, const Interval &range,
                          CheckExpr base = {}) {
  return {std::move(base), range.low, range.high, withGuards(c, truth(true))};
}

} // namespace

std::optional<AliasCheck::Side>
sideOf(AffineModel &model, const std::vector<const MemoryAccess *> &accesses) {
  CheckContext c{model};
  if (accesses.empty())
    return std::nullopt;
  std::optional<CheckExpr> base = baseOf(c, *accesses.front()->base);
  if (!base)
    return std::nullopt;
  std::optional<Interval> range = accessInterval(c, accesses);
  if (!range)
    return std::nullopt;
  return makeSide(c, *range, *base);
}

std::optional<AliasCheck::Side> blockSide(AffineModel &model, const Base &base,
                                          const Polynomial &bytes) {
  CheckContext c{model};
  std::optional<CheckExpr> pointer = baseOf(c, base);
  std::optional<Interval> size = polynomialInterval(c, bytes, 0);
  if (!pointer || !size)
    return std::nullopt;
  return makeSide(c, {constant(0), size->high}, *pointer);
}

namespace {

/// The first byte alone.
std::optional<AliasCheck::Side> startOf(AffineModel &model, const Base &base) {
  CheckContext c{model};
  std::optional<CheckExpr> pointer = baseOf(c, base);
  if (!pointer)
    return std::nullopt;
  return makeSide(c, {constant(0), constant(1)}, *pointer);
}

} // namespace

std::optional<AliasCheck>
disjointTest(AffineModel &model, const std::vector<const MemoryAccess *> &first,
             const std::vector<const MemoryAccess *> &second) {
  std::optional<AliasCheck::Side> a = sideOf(model, first);
  std::optional<AliasCheck::Side> b = sideOf(model, second);
  const Base &from = *first.front()->base, &to = *second.front()->base;
  if (!startsObject(model.index(), from) || !startsObject(model.index(), to)) {
    if (!a || !b)
      return std::nullopt;
    return AliasCheck{std::move(*a), std::move(*b)};
  }
  auto isPlain = [](const AliasCheck::Side &side) {
    return side.guard.is(CheckKind::True) && !memoryReadBy(side.trees());
  };
  if (a && b && isPlain(*a) && isPlain(*b))
    return AliasCheck{std::move(*a), std::move(*b), AliasCheck::Test::Either};
  a = startOf(model, from);
  b = startOf(model, to);
  if (!a || !b)
    return std::nullopt;
  return AliasCheck{std::move(*a), std::move(*b), AliasCheck::Test::Starts};
}

std::optional<FootprintSides> sidesOf(AffineModel &model,
                                      const UpdateFootprint &footprint) {
  CheckContext c{model};
  std::optional<Interval> range = footprintInterval(c, footprint);
  const LoopShape *shape = model.loopShape(model.root());
  if (!range || !shape)
    return std::nullopt;
  std::optional<Interval> numbers =
      iteratorInterval(c, model.symbol(shape->iterator), 1);
  if (!numbers)
    return std::nullopt;
  return FootprintSides{
      makeSide(c, *range),
      node(CheckKind::Count,
           {numbers->low, numbers->high, constant(std::abs(shape->step))})};
}

std::optional<EntryCondition> withinTest(AffineModel &model,
                                         const Polynomial &polynomial,
                                         int64_t size,
                                         const Polynomial &extent) {
  CheckContext c{model};
  std::optional<Interval> value = polynomialInterval(c, polynomial, 0);
  std::optional<Interval> limit = polynomialInterval(c, extent, 0);
  if (!value || !limit || !limit->isPoint())
    return std::nullopt;
  EntryCondition condition;
  condition.test = withGuards(
      c, both(atMost(constant(0), value->low),
              atMost(plus(value->high, constant(size)), limit->low)));
  return condition;
}

std::optional<EntryCondition> rangeTest(AffineModel &model,
                                        const RangeAssumption &assumption) {
  CheckContext c{model};
  std::optional<Interval> range =
      polynomialInterval(c, assumption.polynomial, 0);
  if (!range)
    return std::nullopt;
  CheckExpr test =
      node(CheckKind::IsWithin,
           {constant(assumption.low.value_or(-kFarthest)), range->low,
            range->high, constant(assumption.high.value_or(kFarthest))});
  if (assumption.divisor != 1) {
    if (!range->isPoint())
      return std::nullopt;
    test = both(test, node(CheckKind::IsMultiple,
                           {range->low, constant(assumption.divisor)}));
  }
  if (assumption.unknownDivisor) {
    std::optional<Interval> by =
        polynomialInterval(c, *assumption.unknownDivisor, 0);
    if (!by || !by->isPoint() || !range->isPoint())
      return std::nullopt;
    test = both(test, node(CheckKind::Divides, {by->low, range->low}));
  }
  EntryCondition condition;
  condition.test = withGuards(c, test);
  condition.meaning = assumption.meaning;
  return condition;
}

} // namespace hocket::polyhedral
