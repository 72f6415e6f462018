// SPDX-License-Identifier: Apache-2.0
#include "checks/Interval.h"

#include "support/Policy.h"

namespace hocket::polyhedral {

Interval pointAt(int64_t value) { return {constant(value), constant(value)}; }

Interval united(const Interval &a, const Interval &b) {
  return {lesser(a.low, b.low), greater(a.high, b.high)};
}

Interval sumOf(const Interval &a, const Interval &b) {
  return {plus(a.low, b.low), plus(a.high, b.high)};
}

Interval negated(const Interval &a) {
  return {negated(a.high), negated(a.low)};
}

/// The extremes of a product are among the products of the extremes.
Interval productOf(const Interval &x, const Interval &y) {
  CheckExpr a = times(x.low, y.low), b = times(x.low, y.high);
  CheckExpr c = times(x.high, y.low), d = times(x.high, y.high);
  if (x.isPoint() && y.isPoint())
    return {a, a};
  if (x.isPoint() || y.isPoint())
    return {lesser(a, d), greater(a, d)};
  return {lesser(lesser(a, b), lesser(c, d)),
          greater(greater(a, b), greater(c, d))};
}

std::optional<ValueRange> numbersOf(const Interval &interval) {
  std::optional<int64_t> low = smallConstant(interval.low);
  std::optional<int64_t> high = smallConstant(interval.high);
  if (!low || !high)
    return std::nullopt;
  return ValueRange{*low, *high};
}

bool isTooLarge(const Interval &range) {
  constexpr std::size_t most = policy.loops.checkNodes;
  return range.low->size > most || range.high->size > most;
}

} // namespace hocket::polyhedral
