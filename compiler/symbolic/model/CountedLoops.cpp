// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/CountedLoops.h"

#include "ir/Tree.h"
#include "symbolic/model/Exactness.h"
#include "symbolic/model/Invariance.h"
#include "symbolic/model/LoopParts.h"
#include "symbolic/model/NormalizedLoops.h"
#include "symbolic/model/Writes.h"

#include <algorithm>

namespace hocket::polyhedral {

using ir::Compare;
using ir::NodeId;

namespace {

/// Only the step changes the iterator, and only once.
bool iteratorIsClean(const ModelData &m, NodeId loop,
                     const ir::Counted &counted) {
  const ir::Object &iterator = m.program()[counted.iterator];
  if (!iterator.isScalar || iterator.isPointer || iterator.isFloat ||
      iterator.isVolatile || iterator.isThreadLocal)
    return false;
  const ir::Loop &data = *m.program()[loop].as<ir::Loop>();
  return isValid(data.step) && !nodeWrites(m, data.body, counted.iterator) &&
         !stmtWrites(m, data.condition, counted.iterator);
}

struct TypeRange {
  isl::val low, high;
};

TypeRange rangeOf(isl::ctx ctx, const ir::Object &scalar) {
  isl::val size =
      isl_ext::powerOfTwo(ctx, scalar.bits - (scalar.isSigned ? 1 : 0));
  return {scalar.isSigned ? size.neg() : isl::val(ctx, 0L), size.sub(1L)};
}

/// The iterator meets the bound by counting, in its own type; and comparing in
/// C's common type is comparing integers.
bool endsByItself(ModelData &m, NodeId loop, const ir::Counted &counted,
                  const LoopShape &shape) {
  const ir::Object &iterator = m.program()[counted.iterator];
  const ir::Expr &bound = m.program()[counted.bound];
  bool isUp = shape.step > 0;
  isl::set given = domain(m, loop).set;
  if (shape.lower)
    given = given.intersect(m.symbols.definitions(*shape.lower));
  if (shape.bound)
    given = given.intersect(m.symbols.definitions(*shape.bound));
  auto affOf = [&](const std::optional<Polynomial> &polynomial) {
    return m.symbols.toIsl(*polynomial);
  };

  if (iterator.isSigned && !bound.isSigned && bound.bits >= iterator.bits) {
    // Compared as unsigned: the iterator must never be negative.
    if (!isUp || !shape.lower ||
        !m.symbols.proves(given,
                          affOf(shape.lower).lt_set(m.symbols.constant(0))))
      return false;
  }
  bool overflowIsUndefined = iterator.isSigned && iterator.bits >= 32;
  if (overflowIsUndefined)
    return true;

  TypeRange range = rangeOf(m.symbols.ctx(), iterator);
  auto valued = [&](const isl::val &v) {
    return m.symbols.universe().pw_aff_on_domain(v);
  };
  if (counted.compare == Compare::Ne) {
    // Only counting towards the bound meets it before wrapping.
    std::optional<Polynomial> way;
    if (shape.lower && shape.bound)
      way = isUp ? shape.bound->minus(*shape.lower)
                 : shape.lower->minus(*shape.bound);
    if (!way ||
        (!m.symbols.proves(
             given, m.symbols.toIsl(*way).lt_set(m.symbols.constant(0))) &&
         !assume(m, {*way, 0, std::nullopt, 1, "the loop meets its bound"},
                 loop)))
      return false;
  }
  bool boundFitsType =
      !iterator.isSigned && !bound.isSigned && bound.bits <= iterator.bits;
  bool strict = shape.compare == Compare::Lt || shape.compare == Compare::Gt;
  bool isUnit = shape.step == 1 || shape.step == -1;
  if (strict && boundFitsType && (isUnit || (isUp && iterator.bits == 64)))
    return true;
  if (!shape.bound)
    return false;
  // The last value that runs, plus the step, stays within the type.
  Polynomial next = *shape.bound;
  next.add({}, shape.step - (strict ? (isUp ? 1 : -1) : 0));
  isl::pw_aff after = m.symbols.toIsl(next);
  isl::set wraps =
      isUp ? after.gt_set(valued(range.high)) : after.lt_set(valued(range.low));
  return m.symbols.proves(given, wraps) || fitsType(m, next, loop, given);
}

isl::set iterations(ModelData &m, const ir::Counted &counted,
                    const LoopShape &shape) {
  isl::pw_aff iterator = m.symbols.toIsl(Polynomial::symbol(shape.iterator));
  isl::set result = m.symbols.universe();
  if (!m.program()[counted.iterator].isSigned)
    result = iterator.ge_set(m.symbols.constant(0));
  bool isUp = shape.step > 0;
  if (shape.bound) {
    isl::pw_aff bound = m.symbols.toIsl(*shape.bound);
    switch (shape.compare) {
    case Compare::Lt:
      result = result.intersect(iterator.lt_set(bound));
      break;
    case Compare::Le:
      result = result.intersect(iterator.le_set(bound));
      break;
    case Compare::Gt:
      result = result.intersect(iterator.gt_set(bound));
      break;
    default:
      result = result.intersect(iterator.ge_set(bound));
      break;
    }
    result = result.intersect(m.symbols.definitions(*shape.bound));
  }
  if (shape.lower) {
    isl::pw_aff lower = m.symbols.toIsl(*shape.lower);
    result = result.intersect(isUp ? iterator.ge_set(lower)
                                   : iterator.le_set(lower));
    result = result.intersect(m.symbols.definitions(*shape.lower));
    int64_t stride = isUp ? shape.step : -shape.step;
    if (stride != 1) {
      isl::pw_aff offset =
          iterator.sub(lower).mod(isl::val(m.symbols.ctx(), stride));
      result = result.intersect(offset.eq_set(m.symbols.constant(0)));
    }
  }
  return result;
}

} // namespace

std::optional<LoopShape> makeShape(ModelData &m, NodeId loop) {
  const ir::Loop &data = *m.program()[loop].as<ir::Loop>();
  if (!countOf(m, loop) || mayBeEnteredInside(m, loop))
    return std::nullopt;
  const ir::Counted &counted = *countOf(m, loop);
  // Where the iterator does not move by 1, other variables that move with it
  // are told by the number of the iteration.
  bool isUnit = counted.step == 1 || counted.step == -1;
  if (!counted.isPlain || (!isUnit && m.index.inductionsOf(loop).size() > 1))
    return makeNormalizedShape(m, loop);
  bool isUp = counted.compare == Compare::Lt || counted.compare == Compare::Le;
  bool isDown =
      counted.compare == Compare::Gt || counted.compare == Compare::Ge;
  if (counted.step == 0 || (isUp && counted.step < 0) ||
      (isDown && counted.step > 0) ||
      counted.step > Polynomial::kMaxCoefficient ||
      counted.step < -Polynomial::kMaxCoefficient ||
      (counted.compare == Compare::Ne && counted.step != 1 &&
       counted.step != -1) ||
      !iteratorIsClean(m, loop, counted))
    return std::nullopt;

  LoopShape shape;
  shape.step = counted.step;
  shape.compare = counted.compare;
  if (counted.compare == Compare::Ne)
    shape.compare = counted.step > 0 ? Compare::Lt : Compare::Gt;
  Point atCondition{loop, data.condition};
  Point atInit{loop, data.init};
  shape.bound = exactLinear(m, counted.bound, atCondition);
  shape.lower = exactLinear(m, counted.lower, atInit);
  // A bound whose value we know is the same for all iterations; else look.
  if (!shape.bound && !isInvariantIn(m, counted.bound, loop))
    return std::nullopt;
  if (!endsByItself(m, loop, counted, shape))
    return std::nullopt;

  Symbol symbol;
  symbol.kind = Symbol::Kind::Iterator;
  symbol.name = "i" + std::to_string(ir::index(loop));
  symbol.isVariant = true;
  symbol.loop = loop;
  symbol.bits = m.program()[counted.iterator].bits;
  symbol.isSigned = m.program()[counted.iterator].isSigned;
  shape.iterator = m.symbols.intern(std::move(symbol));
  shape.constraints = iterations(m, counted, shape);
  const ir::Exits &exits = m.program()[data.body].exits;
  shape.exact = shape.lower && shape.bound && !exits.byBreak &&
                !exits.byReturn && !exits.byGoto && !data.search;
  if (data.part && !data.part->hasAllIterations())
    restrictToPart(m, shape, loop);
  return shape;
}

} // namespace hocket::polyhedral
