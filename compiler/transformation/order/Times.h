// SPDX-License-Identifier: Apache-2.0
//
// When each run of a unit comes in an order, as a vector that counts
// lexicographically: positions in sequences and values of loops (Feautrier,
// "Some efficient solutions to the affine scheduling problem, part II", 1992;
// Kelly and Pugh, "A unifying framework for iteration reordering
// transformations", 1995).
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

/// All places, disjoint, with times of one length. \param order outlives them.
std::vector<Placement> placementsOf(NestModel &model, const Order &order);

/// By unit: the times of all its places.
std::vector<isl::map> timesOf(NestModel &model, const Order &order);

} // namespace hocket::transformation
