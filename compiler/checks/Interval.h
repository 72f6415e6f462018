// SPDX-License-Identifier: Apache-2.0
//
// Interval arithmetic whose ends are trees for a region's entry to compute. An
// interval of numbers is one whose ends folded.
//
// No operation gives an interval that is narrower than the values that come.
#pragma once

#include "checks/CheckExpr.h"

#include <optional>

namespace hocket::polyhedral {

struct Interval {
  CheckExpr low, high; ///< inclusive

  bool isPoint() const { return low == high; }
};

Interval pointAt(int64_t value);
/// The interval around both.
Interval united(const Interval &a, const Interval &b);
/// Either may have no ends yet: then it is nothing to be added.
Interval sumOf(const Interval &a, const Interval &b);
/// With the ends' signs changed.
Interval negated(const Interval &a);
/// Of all products. Points are multiplied once.
Interval productOf(const Interval &a, const Interval &b);

/// An interval of numbers.
struct ValueRange {
  int64_t low = 0, high = 0; ///< inclusive
};

/// The ends, if they are numbers that an object's size may have.
std::optional<ValueRange> numbersOf(const Interval &interval);

/// An end has more nodes than are worth a check.
bool isTooLarge(const Interval &range);

} // namespace hocket::polyhedral
