// SPDX-License-Identifier: Apache-2.0
//
// The shortest schedule of a small problem, by branch and bound.
#pragma once

#include "scheduling/Graph.h"

#include <cstdint>
#include <optional>

namespace hocket::scheduling {

struct ExactResult {
  std::optional<Schedule> schedule; ///< if one shorter than asked for was found
  bool isProven = false; ///< nothing is shorter than it, or than `upper`
};

/// Looks for schedules shorter than `upper` in at most `steps` placements of
/// tasks. Tries nothing where the problem has more than 64 tasks, repeats, or
/// has gangs or edges that depend on where their tasks run. Syncs are left
/// empty.
ExactResult searchExactly(const Graph &graph, double upper, uint64_t steps);

} // namespace hocket::scheduling
