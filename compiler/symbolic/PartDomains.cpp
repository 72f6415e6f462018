// SPDX-License-Identifier: Apache-2.0
//
// The iterations of a part of a split loop (ir::LoopPart).
//
// What bounds a part is a set of constraints in any case; where the part's
// first value or its bound is a polynomial whatever the trip count, it takes
// the place of the loop's own, so that the part is a counted loop like others.

#include "symbolic/AffineModel.h"
#include "symbolic/Alias.h"

namespace hocket::polyhedral {

using From = ir::IterationPoint::From;

namespace {

std::optional<Poly> plusConstant(const Poly &poly, int64_t value) {
  std::optional<Poly> constant = Poly::constant(value);
  return constant ? poly.plus(*constant) : std::nullopt;
}

} // namespace

bool AffineModel::startMayChange(ir::NodeId loop) const {
  ir::StmtId init = program()[loop].as<ir::Loop>()->init;
  if (!isValid(init))
    return false;
  for (const analysis::EffectItem &read : index_.itemsOf(init)) {
    ir::ObjectId named = index_.namedObject(read);
    if (read.kind != ir::AccessKind::Read ||
        (isValid(named) && index_.isNamedOnly(named) &&
         program()[named].isScalar))
      continue;
    for (const WriteRef &write : writes_)
      if (objectsMayMeet(index_, read, *write.item) &&
          !typesExclude(read, std::nullopt, *write.item, std::nullopt))
        return true;
  }
  return false;
}

std::optional<Poly> AffineModel::iteratorAt(ir::NodeId loop,
                                            const LoopShape &shape,
                                            const ir::IterationPoint &point) {
  if (!shape.lower || !shape.bound || (shape.step != 1 && shape.step != -1))
    return std::nullopt;
  bool isInclusive =
      shape.compare == ir::Compare::Le || shape.compare == ir::Compare::Ge;
  std::optional<Poly> end =
      plusConstant(*shape.bound, isInclusive ? shape.step : 0);
  if (!end)
    return std::nullopt;
  switch (point.from) {
  case From::Start:
    return plusConstant(*shape.lower, point.count * shape.step);
  case From::End:
    return plusConstant(*end, -point.count * shape.step);
  case From::Half: {
    isl::pw_aff span = shape.step > 0 ? toIsl(*end).sub(toIsl(*shape.lower))
                                      : toIsl(*shape.lower).sub(toIsl(*end));
    isl::pw_aff half = span.add_constant(isl::val(ctx_, point.count))
                           .scale_down(isl::val(ctx_, 2L))
                           .floor();
    std::optional<Poly> number = derived("half" + std::to_string(point.count),
                                         half, {*shape.lower, *end});
    if (!number)
      return std::nullopt;
    return shape.step > 0 ? shape.lower->plus(*number)
                          : shape.lower->minus(*number);
  }
  case From::Value: {
    std::optional<Poly> value = exactLinear(
        point.variable, {loop, program()[loop].as<ir::Loop>()->init});
    return value ? plusConstant(*value, point.count) : std::nullopt;
  }
  }
  return std::nullopt;
}

void AffineModel::restrictToPart(LoopShape &shape, ir::NodeId loop) {
  const ir::LoopPart &part = *program()[loop].as<ir::Loop>()->part;
  std::optional<Poly> begin = iteratorAt(loop, shape, part.begin);
  std::optional<Poly> end = iteratorAt(loop, shape, part.end);
  bool isUp = shape.step > 0;
  isl::pw_aff iterator = toIsl(Poly::atom(shape.iterator));
  if (begin) {
    isl::pw_aff first = toIsl(*begin);
    isl::set from = isUp ? iterator.ge_set(first) : iterator.le_set(first);
    shape.constraints =
        shape.constraints->intersect(from).intersect(definitions(*begin));
  }
  if (end) {
    isl::pw_aff last = toIsl(*end);
    isl::set until = isUp ? iterator.lt_set(last) : iterator.gt_set(last);
    shape.constraints =
        shape.constraints->intersect(until).intersect(definitions(*end));
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
