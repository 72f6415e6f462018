// SPDX-License-Identifier: Apache-2.0
//
// What an order costs, by the innermost loop of each unit: the lines of the
// cache that an iteration brings in (loop cost; Carr, McKinley and Tseng,
// "Compiler optimizations for improving data locality", ASPLOS 1994), and what
// keeps a compiler from working on several iterations at once.
#pragma once

#include "transformation/order/Traffic.h"

#include <cstdint>
#include <map>
#include <vector>

namespace hocket::transformation {

/// In plain operations, as a measure to compare orders of one nest with.
/// \param trips of the nest's loops, where they are known
double costOf(const Nest &nest, const std::vector<Traffic> &traffic,
              const std::map<ir::NodeId, int64_t> &trips,
              const Reordered &reordered);

} // namespace hocket::transformation
