// SPDX-License-Identifier: Apache-2.0
//
// When each run of a unit comes in an order, as a vector that counts
// lexicographically: positions in sequences and values of loops (Feautrier,
// "Some efficient solutions to the affine scheduling problem, part II", 1992;
// Kelly and Pugh, "A unifying framework for iteration reordering
// transformations", 1995).
#pragma once

#include "transformation/nest/NestModel.h"
#include "transformation/order/Placement.h"

#include <string>
#include <vector>

namespace hocket::transformation {

/// The first value in the piece of a loop that a value of its iterator is in,
/// as isl writes it. Both are negated where it counts down.
std::string pieceOf(const Order &pieces, const std::string &value);

/// All places, disjoint, with times of one length. \param order outlives them.
std::vector<Placement> placementsOf(NestModel &model, const Order &order);

/// By unit: the times of all its places.
std::vector<isl::map> timesOf(NestModel &model, const Order &order);

} // namespace hocket::transformation
