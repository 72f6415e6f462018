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

/// By unit: { U[iterators] -> [time] }, all of one length. Loops that count
/// down have their values negated; pieces are told by their first value.
std::vector<isl::map> timesOf(NestModel &model, const Order &order);

} // namespace hocket::transformation
