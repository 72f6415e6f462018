// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/UnknownSteps.h"

#include "symbolic/model/Exactness.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::Compare;
using ir::ExprId;
using ir::NodeId;

namespace {

/// What bounds a loop inside says how often that runs; else it runs not at all,
/// and what it moves stays where it is.
bool isNotNegative(ModelData &m, const Polynomial &bound,
                   const ir::Induction &induction) {
  if (!m.symbols.isLinear(bound))
    return false;
  isl::set bad = m.symbols.toIsl(bound).lt_set(m.symbols.constant(0));
  return m.symbols.proves(m.symbols.definitions(bound), bad) ||
         assume(m,
                {bound, 0, std::nullopt, 1,
                 "'" + m.program()[induction.by].name + "' is not negative"},
                m.index.nodeOf(induction.updates.front().stmt));
}

} // namespace

std::optional<Polynomial> stepOf(ModelData &m, const ir::Induction &induction) {
  std::optional<Polynomial> step = Polynomial::constant(induction.step);
  if (!isValid(induction.by) || !step)
    return step;
  ExprId by = induction.byExpr(m.program());
  // The loop leaves it alone: any place in it will do.
  const ir::InductionUpdate &update = induction.updates.front();
  std::optional<Polynomial> unit =
      isValid(by)
          ? exactInteger(m, by, {m.index.nodeOf(update.stmt), update.stmt})
          : std::nullopt;
  if (unit && isValid(induction.count) && !isNotNegative(m, *unit, induction))
    return std::nullopt;
  return unit ? unit->times(*step) : std::nullopt;
}

namespace {

/// `polynomial / divisor`, a single term, if that is a polynomial.
std::optional<Polynomial> dividedBy(const Polynomial &polynomial,
                                    const Polynomial &divisor) {
  if (divisor.terms().size() != 1)
    return std::nullopt;
  const auto &[by, factor] = *divisor.terms().begin();
  Polynomial result;
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    std::optional<Monomial> rest = divide(monomial, by);
    if (!rest || coefficient % factor != 0)
      return std::nullopt;
    result.add(*rest, coefficient / factor);
  }
  return result;
}

} // namespace

std::optional<Polynomial> unknownTrips(ModelData &m, const LoopShape &shape) {
  std::optional<Polynomial> exact =
      dividedBy(*shape.way, *shape.unknownStepSize);
  if (exact && !shape.atLeastOnce && m.symbols.isLinear(*exact))
    return exact;
  if (m.symbols.isVariant(*shape.way) ||
      m.symbols.isVariant(*shape.unknownStepSize))
    return std::nullopt;
  isl::pw_aff least = m.symbols.constant(shape.atLeastOnce ? 1 : 0);
  isl::pw_aff most = m.symbols.toIsl(*shape.way).max(least);
  return m.symbols.derivedFrom(shape.atLeastOnce ? "trips1 by" : "trips by",
                               {*shape.way, *shape.unknownStepSize},
                               /*alwaysVariant=*/false, [&](isl::pw_aff self) {
                                 return self.ge_set(least).intersect(
                                     self.le_set(most));
                               });
}

bool stepIsPositive(ModelData &m, NodeId loop, LoopShape &shape) {
  constexpr int64_t fastest = int64_t(1) << 40;
  const ir::Counted &counted = *countOf(m, loop);
  const ir::Induction *own =
      ir::inductionOf(m.index.inductionsOf(loop), counted.iterator);
  std::optional<Polynomial> step = stepOf(m, *own);
  bool isUp = counted.compare == Compare::Lt || counted.compare == Compare::Le;
  if (counted.compare == Compare::Ne)
    isUp = counted.step > 0;
  if (step && !isUp)
    step = Polynomial().minus(*step);
  if (!step || !m.symbols.isLinear(*step))
    return false;
  isl::set bad = m.symbols.toIsl(*step).lt_set(m.symbols.constant(1));
  isl::set given = domain(m, loop).set.intersect(m.symbols.definitions(*step));
  if (!m.symbols.proves(given, bad) &&
      !assume(m,
              {*step, 1, fastest, 1,
               "'" + m.program()[counted.stepBy].name +
                   "' moves the loop towards its end"},
              loop))
    return false;
  shape.unknownStepSize = step;
  return true;
}

bool meetsBound(ModelData &m, NodeId loop, const LoopShape &shape,
                const isl::set &given) {
  int64_t least = shape.atLeastOnce ? 1 : 0;
  isl::pw_aff way = m.symbols.toIsl(*shape.way);
  isl::set bad = way.lt_set(m.symbols.constant(least));
  RangeAssumption meets{*shape.way,
                        least,
                        std::nullopt,
                        shape.stepSize,
                        "the loop meets its bound",
                        std::nullopt};
  if (shape.unknownStepSize) {
    if (!dividedBy(*shape.way, *shape.unknownStepSize)) {
      meets.unknownDivisor = shape.unknownStepSize;
      bad = m.symbols.universe();
    }
  } else {
    isl::pw_aff rest = way.mod(isl::val(m.symbols.ctx(), shape.stepSize));
    bad = bad.unite(rest.ne_set(m.symbols.constant(0)));
  }
  return m.symbols.proves(given, bad) || assume(m, std::move(meets), loop);
}

} // namespace hocket::polyhedral
