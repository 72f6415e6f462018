// SPDX-License-Identifier: Apache-2.0
//
// Loops that walk by a multiple of a variable: `for (i = s; i < n; i += m)`,
// `p += 3 * stride`.
//
// Values of what is moved are polynomials `entry + m * k` of second degree,
// which Overlap takes apart like linearized subscripts with rows of length m.
// That m moves the loop towards its bound is proved, or assumed and tested on
// entry. isl cannot divide by a variable, so the trip count is `way / m` where
// that is a polynomial, else an unknown number.

#include "symbolic/AffineModel.h"

namespace hocket::polyhedral {

using ir::Compare;
using ir::ExprId;
using ir::NodeId;

/// What an iteration adds to the variable.
std::optional<Poly> AffineModel::stepOf(const ir::Induction &induction) {
  std::optional<Poly> step = Poly::constant(induction.step);
  if (!isValid(induction.by) || !step)
    return step;
  ExprId by = induction.byExpr(program());
  // The loop leaves it alone: any place in it will do.
  const ir::InductionUpdate &update = induction.updates.front();
  std::optional<Poly> unit =
      isValid(by) ? exactInteger(by, {index_.nodeOf(update.stmt), update.stmt})
                  : std::nullopt;
  return unit ? unit->times(*step) : std::nullopt;
}

namespace {

/// `poly / divisor`, a single term, if that is a polynomial.
std::optional<Poly> dividedBy(const Poly &poly, const Poly &divisor) {
  if (divisor.terms().size() != 1)
    return std::nullopt;
  const auto &[by, factor] = *divisor.terms().begin();
  Poly result;
  for (const auto &[monomial, coefficient] : poly.terms()) {
    std::optional<Monomial> rest = divide(monomial, by);
    if (!rest || coefficient % factor != 0)
      return std::nullopt;
    result.add(*rest, coefficient / factor);
  }
  return result;
}

} // namespace

/// ceil(way / pace), or a number of which only this is known: that it is not
/// negative, and not greater than the way, as each iteration takes at least 1
/// off that.
std::optional<Poly> AffineModel::unknownTrips(const LoopShape &shape) {
  std::optional<Poly> exact = dividedBy(*shape.way, *shape.unknownPace);
  if (exact && !shape.atLeastOnce && isLinear(*exact))
    return exact;
  if (isVariant(*shape.way) || isVariant(*shape.unknownPace))
    return std::nullopt;
  isl::pw_aff least = constant(shape.atLeastOnce ? 1 : 0);
  isl::pw_aff most = toIsl(*shape.way).max(least);
  return derivedFrom(shape.atLeastOnce ? "trips1 by" : "trips by",
                     {*shape.way, *shape.unknownPace}, /*alwaysVariant=*/false,
                     [&](isl::pw_aff self) {
                       return self.ge_set(least).intersect(self.le_set(most));
                     });
}

/// Else the trip count would be another one, or none. Proved, or assumed.
bool AffineModel::paceIsPositive(NodeId loop, LoopShape &shape) {
  constexpr int64_t fastest = int64_t(1) << 40;
  const ir::Counted &counted = *countOf(loop);
  const ir::Induction *own =
      ir::inductionOf(index_.inductionsOf(loop), counted.iterator);
  std::optional<Poly> step = stepOf(*own);
  bool isUp = counted.compare == Compare::Lt || counted.compare == Compare::Le;
  if (counted.compare == Compare::Ne)
    isUp = counted.step > 0;
  if (step && !isUp)
    step = Poly().minus(*step);
  if (!step || !isLinear(*step))
    return false;
  isl::set bad = toIsl(*step).lt_set(constant(1));
  isl::set given = domain(loop).set.intersect(definitions(*step));
  if (!proves(given, bad) && !assume({*step, 1, fastest, 1,
                                      "'" + program()[counted.stepBy].name +
                                          "' moves the loop towards its end"},
                                     loop))
    return false;
  shape.unknownPace = step;
  return true;
}

/// What counts with a `!=` is at its bound after a whole number of steps.
bool AffineModel::meetsBound(NodeId loop, const LoopShape &shape,
                             const isl::set &given) {
  int64_t least = shape.atLeastOnce ? 1 : 0;
  isl::pw_aff way = toIsl(*shape.way);
  isl::set bad = way.lt_set(constant(least));
  RangeAssumption meets{
      *shape.way,  least, std::nullopt, shape.pace, "the loop meets its bound",
      std::nullopt};
  if (shape.unknownPace) {
    if (!dividedBy(*shape.way, *shape.unknownPace)) {
      meets.unknownDivisor = shape.unknownPace;
      bad = universe();
    }
  } else {
    isl::pw_aff rest = way.mod(isl::val(ctx_, shape.pace));
    bad = bad.unite(rest.ne_set(constant(0)));
  }
  return proves(given, bad) || assume(std::move(meets), loop);
}

} // namespace hocket::polyhedral
