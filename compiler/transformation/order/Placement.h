// SPDX-License-Identifier: Apache-2.0
//
// Where a unit stands in an order.
#pragma once

#include "transformation/nest/NestModel.h"

#include <vector>

namespace hocket::transformation {

/// A place of a unit in an order, for some of its runs: the jammed loop has
/// one, what is left of it another.
struct Placement {
  std::size_t unit = 0;
  /// { U[iterators] -> [time] }. Loops that count down have their values
  /// negated; pieces are told by their first value. In the innermost loop
  /// around jams, iterations in which all of a jam runs come first.
  isl::map times;
  std::vector<const Order *> pieces; ///< loops cut around it, outermost first
  unsigned tile = 0; ///< so many of the first times tell the tile
};

} // namespace hocket::transformation
