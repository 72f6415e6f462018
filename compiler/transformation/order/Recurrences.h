// SPDX-License-Identifier: Apache-2.0
//
// Recurrences: what a run of a unit computes takes what the run an iteration
// before has left, in memory (`u[j] = f(u[j - 1])`) or in a floating-point
// scalar. No compiler makes vectors of such a loop, and each run waits for the
// one before; runs of other loops' iterations beside it need not.
#pragma once

#include "transformation/nest/NestModel.h"

#include <cstddef>
#include <vector>

namespace hocket::transformation {

/// The loops around a unit carry a scalar from this position on: those within
/// its home.
/// \param loops around the unit, outermost first
std::size_t homeOf(const Nest &nest, const std::vector<ir::NodeId> &loops,
                   ir::ObjectId scalar);

/// By the loops around the unit, outermost first: whether it carries one. Some
/// that are hidden in addresses or in called functions are not found.
std::vector<char> recurrencesOf(NestModel &model, std::size_t unit);

} // namespace hocket::transformation
