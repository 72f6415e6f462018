// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/NormalizedLoops.h"

#include "ir/Tree.h"
#include "symbolic/model/Exactness.h"
#include "symbolic/model/InductionValues.h"
#include "symbolic/model/Invariance.h"
#include "symbolic/model/UnknownSteps.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::Compare;
using ir::NodeId;

namespace {

/// The values that the init leaves are the same for every chunk that runs it
/// again.
bool initStays(ModelData &m, NodeId loop) {
  const ir::Loop &data = *m.program()[loop].as<ir::Loop>();
  if (!isValid(data.init))
    return true;
  const std::vector<ir::Access> &accesses = m.program()[data.init].accesses;
  return std::all_of(accesses.begin(), accesses.end(),
                     [&](const ir::Access &access) {
                       return access.kind != ir::AccessKind::Write ||
                              isInvariantIn(m, access.value, loop) ||
                              value(m, access.value, {loop, data.init});
                     });
}

/// Bytes from one pointer to the other, one number for the whole base.
std::optional<Polynomial> distanceBetween(ModelData &m, const Base &from,
                                          const Base &to) {
  for (const Base *base : {&from, &to})
    if (base->kind == Base::Kind::Allocation || base->kind == Base::Kind::Row)
      return std::nullopt;
  Symbol symbol;
  symbol.name = "(" + to.key + "-" + from.key + ")";
  symbol.between = std::make_pair(from, to);
  return Polynomial::symbol(m.symbols.intern(std::move(symbol)));
}

/// The value that the iterator begins with, as an integer: `k = n - 1` of
/// unsigned type only where that does not wrap around.
std::optional<Value> exactStart(ModelData &m, NodeId loop,
                                const ir::Induction &own) {
  std::optional<Value> from = startOf(m, loop, own);
  if (!from || from->base)
    return from;
  ir::Expr type;
  type.isSigned = m.program()[countOf(m, loop)->iterator].isSigned;
  Point atTest{loop, m.program()[loop].as<ir::Loop>()->condition};
  if (!makeExact(m, *from, type, atTest))
    return std::nullopt;
  return from;
}

/// The distance between the two sides of the first test, in the direction in
/// which the loop walks; the loop runs while stepSize * k < way.
std::optional<Polynomial> wayOf(ModelData &m, NodeId loop) {
  const ir::Loop &data = *m.program()[loop].as<ir::Loop>();
  const ir::Counted &counted = *countOf(m, loop);
  const std::vector<ir::Induction> &inductions = m.index.inductionsOf(loop);
  const ir::Induction *own = ir::inductionOf(inductions, counted.iterator);
  if (!own)
    return std::nullopt;
  std::optional<Value> from = exactStart(m, loop, *own);
  std::optional<Value> to;
  if (isValid(counted.boundVariable)) {
    const ir::Induction *other =
        ir::inductionOf(inductions, counted.boundVariable);
    to = other ? startOf(m, loop, *other) : std::nullopt;
  } else {
    to = value(m, counted.bound, {loop, data.condition});
    if (to && !to->base &&
        !makeExact(m, *to, m.program()[counted.bound], {loop, data.condition}))
      return std::nullopt;
  }
  if (!from || !to || from->base.has_value() != to->base.has_value() ||
      from->wrapBits != 0 || to->wrapBits != 0)
    return std::nullopt;
  std::optional<Polynomial> way = to->polynomial.minus(from->polynomial);
  std::optional<Polynomial> tested =
      Polynomial::constant(counted.boundTested - counted.tested);
  way = way && tested ? way->plus(*tested) : std::nullopt;
  if (way && from->base && from->base->key != to->base->key) {
    std::optional<Polynomial> between =
        distanceBetween(m, *from->base, *to->base);
    way = between ? way->plus(*between) : std::nullopt;
  }
  if (way && counted.step < counted.boundStep)
    way = Polynomial().minus(*way);
  if (way && (counted.compare == Compare::Le || counted.compare == Compare::Ge))
    way->add({}, 1);
  return way && m.symbols.isLinear(*way) ? way : std::nullopt;
}

/// The polynomial divided by a number that divides all its coefficients.
std::optional<Polynomial> dividedBy(const Polynomial &polynomial,
                                    int64_t divisor) {
  Polynomial result;
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    if (coefficient % divisor != 0)
      return std::nullopt;
    result.add(monomial, coefficient / divisor);
  }
  return result;
}

/// The trip count as a polynomial over symbols, one of them made for it if need
/// be.
std::optional<Polynomial> tripsOf(ModelData &m, const LoopShape &shape) {
  if (!shape.way || shape.unknownStepSize)
    return shape.way ? unknownTrips(m, shape) : std::nullopt;
  std::optional<Polynomial> exact = dividedBy(*shape.way, shape.stepSize);
  if (exact && !shape.atLeastOnce)
    return exact;
  isl::pw_aff trips = m.symbols.toIsl(*shape.way)
                          .scale_down(isl::val(m.symbols.ctx(), shape.stepSize))
                          .ceil();
  if (shape.atLeastOnce)
    trips = trips.max(m.symbols.constant(1));
  return m.symbols.derived((shape.atLeastOnce ? "trips1/" : "trips/") +
                               std::to_string(shape.stepSize),
                           trips, {*shape.way});
}

} // namespace

bool fitsType(ModelData &m, const Polynomial &polynomial, NodeId loop,
              const isl::set &given) {
  const ir::Counted &counted = *countOf(m, loop);
  const ir::Object &iterator = m.program()[counted.iterator];
  ir::Expr type;
  type.isSigned = iterator.isSigned;
  isl::val size = isl_ext::powerOfTwo(
      m.symbols.ctx(), iterator.bits - (iterator.isSigned ? 1 : 0));
  isl::val low = iterator.isSigned ? size.neg() : isl::val(m.symbols.ctx(), 0L);
  isl::pw_aff self = m.symbols.toIsl(polynomial);
  isl::set outside =
      self.lt_set(m.symbols.universe().pw_aff_on_domain(low))
          .unite(self.ge_set(m.symbols.universe().pw_aff_on_domain(size)));
  if (m.symbols.proves(given, outside))
    return true;
  if (m.symbols.withTypeRanges(given.subtract(outside)).is_empty())
    return false;
  RangeAssumption range =
      typeRange(Value{std::nullopt, polynomial, iterator.bits}, type);
  range.meaning = "'" + iterator.name + "' does not wrap around";
  return assume(m, std::move(range), loop);
}

namespace {

/// Unsigned and narrow iterators: their values, from the first that is compared
/// to the last, as integers, are values of the type.
bool staysInType(ModelData &m, NodeId loop, const LoopShape &shape,
                 const isl::set &given) {
  const ir::Counted &counted = *countOf(m, loop);
  const ir::Object &iterator = m.program()[counted.iterator];
  const ir::Expr &bound = m.program()[counted.bound];
  bool isBelow = counted.compare == Compare::Lt && counted.tested == 0 &&
                 counted.step > 0 && !iterator.isSigned && !bound.isSigned &&
                 bound.bits <= iterator.bits;
  if (isValid(counted.boundVariable))
    // Where i < j the one may rise by 1 and the other fall by 1.
    return isBelow && counted.step == 1 && counted.boundStep == -1 &&
           counted.boundTested == 0;
  if (isBelow && !shape.unknownStepSize &&
      (shape.stepSize == 1 || iterator.bits == 64))
    return true; // as endsByItself
  if (!shape.way)
    return false;
  const ir::Induction *own =
      ir::inductionOf(m.index.inductionsOf(loop), counted.iterator);
  std::optional<Value> from = exactStart(m, loop, *own);
  if (!from || from->wrapBits != 0 || !m.symbols.isLinear(from->polynomial))
    return false;
  Polynomial first = from->polynomial;
  first.add({}, counted.tested);
  // A test that fails at once sees the first value; else the last is less than
  // a step beyond what lies `way` from the first.
  Polynomial stepSize =
      shape.unknownStepSize.value_or(*Polynomial::constant(shape.stepSize));
  stepSize.add({}, -1);
  std::optional<Polynomial> beyond = shape.way->plus(stepSize);
  bool isUp = counted.compare == Compare::Lt ||
              counted.compare == Compare::Le ||
              (counted.compare == Compare::Ne && counted.step > 0);
  std::optional<Polynomial> end;
  if (beyond)
    end = isUp ? first.plus(*beyond) : first.minus(*beyond);
  return end && m.symbols.isLinear(*end) &&
         fitsType(m, first, loop,
                  given.intersect(m.symbols.definitions(first))) &&
         fitsType(m, *end, loop,
                  given.intersect(m.symbols.definitions(*end))
                      .intersect(m.symbols.toIsl(*shape.way)
                                     .gt_set(m.symbols.constant(0))));
}

/// No value that is compared wraps around before the loop ends. What the test
/// sees last is within a step of the bound.
bool endsUnwrapped(ModelData &m, NodeId loop, const LoopShape &shape) {
  const ir::Counted &counted = *countOf(m, loop);
  const ir::Object &iterator = m.program()[counted.iterator];
  const ir::Induction *own =
      ir::inductionOf(m.index.inductionsOf(loop), counted.iterator);
  isl::set given = domain(m, loop).set;
  if (shape.way)
    given = given.intersect(m.symbols.definitions(*shape.way));
  if (counted.compare == Compare::Ne) {
    // Signed numbers that pass the bound by would overflow in the end.
    bool mayRunAway = iterator.isPointer || own->mayWrap ||
                      shape.stepSize != 1 || shape.unknownStepSize;
    if (mayRunAway && (!shape.way || !meetsBound(m, loop, shape, given)))
      return false;
  }
  bool boundMayWrap = false;
  if (isValid(counted.boundVariable)) {
    const ir::Induction *other =
        ir::inductionOf(m.index.inductionsOf(loop), counted.boundVariable);
    boundMayWrap = !other || other->mayWrap;
  }
  if (!boundMayWrap && (iterator.isPointer || !own->mayWrap))
    return true;
  return staysInType(m, loop, shape, given);
}

/// Of the iterations that run.
isl::set numbers(ModelData &m, const LoopShape &shape) {
  isl::pw_aff number = m.symbols.toIsl(Polynomial::symbol(shape.iterator));
  isl::set result = number.ge_set(m.symbols.constant(0));
  if (shape.unknownStepSize)
    result = result
                 .intersect(m.symbols.toIsl(*shape.unknownStepSize)
                                .ge_set(m.symbols.constant(1)))
                 .intersect(m.symbols.definitions(*shape.unknownStepSize));
  if (!shape.way)
    return result;
  // With an unknown stepSize: at least 1.
  isl::pw_aff walked =
      shape.unknownStepSize
          ? number
          : number.scale(isl::val(m.symbols.ctx(), shape.stepSize));
  isl::set runs = walked.lt_set(m.symbols.toIsl(*shape.way));
  if (shape.atLeastOnce)
    runs = runs.unite(number.eq_set(m.symbols.constant(0)));
  result = result.intersect(runs).intersect(m.symbols.definitions(*shape.way));
  if (shape.bound)
    result = result.intersect(m.symbols.definitions(*shape.bound));
  if (shape.bound && shape.unknownStepSize)
    result = result.intersect(number.lt_set(m.symbols.toIsl(*shape.bound)));
  return result;
}

} // namespace

std::optional<LoopShape> makeNormalizedShape(ModelData &m, NodeId loop) {
  const ir::Loop &data = *m.program()[loop].as<ir::Loop>();
  const ir::Counted &counted = *countOf(m, loop);
  LoopShape shape;
  if (!ir::inductionOf(m.index.inductionsOf(loop), counted.iterator) ||
      !initStays(m, loop) ||
      (isValid(counted.stepBy) && !stepIsPositive(m, loop, shape)))
    return std::nullopt;
  shape.isNormalized = true;
  shape.stepSize = std::abs(counted.step - counted.boundStep);
  shape.atLeastOnce = data.form == ir::LoopForm::Do;
  shape.way = wayOf(m, loop);
  bool isBoundFixed = shape.way || isValid(counted.boundVariable) ||
                      isInvariantIn(m, counted.bound, loop);
  if (!isBoundFixed || !endsUnwrapped(m, loop, shape))
    return std::nullopt;
  shape.lower = Polynomial();
  shape.bound = tripsOf(m, shape);

  Symbol symbol;
  symbol.kind = Symbol::Kind::Iterator;
  symbol.name = "k" + std::to_string(ir::index(loop));
  symbol.isVariant = true;
  symbol.loop = loop;
  shape.iterator = m.symbols.intern(std::move(symbol));
  shape.constraints = numbers(m, shape);
  bool isKnown = shape.way && (!shape.unknownStepSize || shape.bound);
  shape.exact = isKnown && !m.program()[data.body].exits.any() && !data.search;
  return shape;
}

} // namespace hocket::polyhedral
