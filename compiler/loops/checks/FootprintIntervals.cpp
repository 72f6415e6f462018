// SPDX-License-Identifier: Apache-2.0
//
// How far updates through an index reach that is no polynomial of what the
// entry knows: `count[key[i] % n]++`.
//
// The evaluator of expressions (dataflow/ExprIntervals.h) asks the model: what
// that knows as a polynomial has the interval of it, elements of index arrays
// among it. Where a value might leave the type that it is computed in, and so
// wrap, that is tested on entry, by a guard.

#include "loops/checks/Intervals.h"

namespace hocket::polyhedral {

namespace {

std::optional<Interval> modelInterval(CheckContext &c, ir::ExprId expr,
                                      ir::StmtId stmt, unsigned depth) {
  std::optional<Value> value = c.model.valueAt(expr, stmt);
  if (!value || value->base || value->wrapBits != 0)
    return std::nullopt;
  return polynomialInterval(c, value->polynomial, depth + 1);
}

} // namespace

std::optional<Interval> footprintInterval(CheckContext &c,
                                          const UpdateFootprint &footprint) {
  if (isValid(footprint.whole)) {
    if (!mayUse(c, footprint.whole))
      return std::nullopt;
    return Interval{constant(0), sizeOf(footprint.whole)};
  }
  const EntryValues entry{
      c.model.root(),
      [&](ir::ExprId expr, ir::StmtId stmt, unsigned depth) {
        return modelInterval(c, expr, stmt, depth);
      },
      c.needs};
  IntervalContext values{c.model.index(), &entry};
  std::optional<Interval> all;
  for (const UpdateFootprint::Offset &offset : footprint.offsets) {
    Interval sum{constant(0), constant(footprint.elementSize)};
    for (ir::ExprId term : offset.terms) {
      std::optional<Interval> range = exprInterval(values, term, offset.stmt);
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
