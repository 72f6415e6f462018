// SPDX-License-Identifier: Apache-2.0
#include "symbolic/model/LoopParts.h"

#include "symbolic/model/Exactness.h"

#include <algorithm>

namespace hocket::polyhedral {

using From = ir::IterationPoint::From;

namespace {

std::optional<Polynomial> plusConstant(const Polynomial &polynomial,
                                       int64_t value) {
  std::optional<Polynomial> constant = Polynomial::constant(value);
  return constant ? polynomial.plus(*constant) : std::nullopt;
}

} // namespace

std::optional<Polynomial> iteratorAt(ModelData &m, ir::NodeId loop,
                                     const LoopShape &shape,
                                     const ir::IterationPoint &point) {
  if (!shape.lower || !shape.bound || (shape.step != 1 && shape.step != -1))
    return std::nullopt;
  bool isInclusive =
      shape.compare == ir::Compare::Le || shape.compare == ir::Compare::Ge;
  std::optional<Polynomial> end =
      plusConstant(*shape.bound, isInclusive ? shape.step : 0);
  if (!end)
    return std::nullopt;
  switch (point.from) {
  case From::Start:
    return plusConstant(*shape.lower, point.count * shape.step);
  case From::End:
    return plusConstant(*end, -point.count * shape.step);
  case From::Half: {
    isl::pw_aff span =
        shape.step > 0
            ? m.symbols.toIsl(*end).sub(m.symbols.toIsl(*shape.lower))
            : m.symbols.toIsl(*shape.lower).sub(m.symbols.toIsl(*end));
    isl::pw_aff half = span.add_constant(isl::val(m.symbols.ctx(), point.count))
                           .scale_down(isl::val(m.symbols.ctx(), 2L))
                           .floor();
    std::optional<Polynomial> number = m.symbols.derived(
        "half" + std::to_string(point.count), half, {*shape.lower, *end});
    if (!number)
      return std::nullopt;
    return shape.step > 0 ? shape.lower->plus(*number)
                          : shape.lower->minus(*number);
  }
  case From::Value: {
    std::optional<Polynomial> value = exactLinear(
        m, point.variable, {loop, m.program()[loop].as<ir::Loop>()->init});
    return value ? plusConstant(*value, point.count) : std::nullopt;
  }
  }
  return std::nullopt;
}

void restrictToPart(ModelData &m, LoopShape &shape, ir::NodeId loop) {
  const ir::LoopPart &part = *m.program()[loop].as<ir::Loop>()->part;
  std::optional<Polynomial> begin = iteratorAt(m, loop, shape, part.begin);
  std::optional<Polynomial> end = iteratorAt(m, loop, shape, part.end);
  bool isUp = shape.step > 0;
  isl::pw_aff iterator = m.symbols.toIsl(Polynomial::symbol(shape.iterator));
  if (begin) {
    isl::pw_aff first = m.symbols.toIsl(*begin);
    isl::set from = isUp ? iterator.ge_set(first) : iterator.le_set(first);
    shape.constraints = shape.constraints->intersect(from).intersect(
        m.symbols.definitions(*begin));
  }
  if (end) {
    isl::pw_aff last = m.symbols.toIsl(*end);
    isl::set until = isUp ? iterator.lt_set(last) : iterator.gt_set(last);
    shape.constraints = shape.constraints->intersect(until).intersect(
        m.symbols.definitions(*end));
  }
  shape.exact &= begin && end;
  // Points that may lie outside of the loop's iterations bound nothing alone.
  bool beginsInside =
      part.begin.from == From::Start || part.begin.from == From::Half;
  bool endsInside = part.end.from == From::End || part.end.from == From::Half;
  if (part.begin.from != From::Start || part.begin.count != 0)
    shape.lower = beginsInside ? begin : std::nullopt;
  shape.bound = endsInside ? end : std::nullopt;
  shape.compare = isUp ? ir::Compare::Lt : ir::Compare::Gt;
}

} // namespace hocket::polyhedral
