// SPDX-License-Identifier: Apache-2.0
//
// A problem's schedule: what the rest of the compiler asks for.
#pragma once

#include "scheduling/Schedulers.h"

#include <cstdint>
#include <string_view>

namespace hocket::scheduling {

/// How much is done beyond the list schedulers. Counted, not timed: the same
/// problem and effort give the same schedule everywhere.
struct Effort {
  uint64_t searchWork = 0; ///< tasks and edges that the local search looks at
  uint64_t exactSteps = 0; ///< tasks put on cores by the exact search
  /// What is found has to be shorter by this share.
  double leastGain = 0;
};

/// What a level of a program is worth (support/Policy.h).
Effort usualEffort();

/// Runs all list schedulers (or the one named), adds the reduced syncs,
/// verifies, and takes the one with the least period; on ties the least
/// makespan, then the fewest syncs, then the first in the table. If none is
/// named, that one is improved and searched for exactly as far as `effort`
/// goes, unless it is as short as can be; the result, verified too, is never
/// worse.
/// A malformed problem, an unknown name and a schedule that the verifier
/// refuses are internal errors and throw std::logic_error with what was found.
Schedule scheduleBest(const Problem &problem, std::string_view only = {},
                      const Effort &effort = usualEffort());

} // namespace hocket::scheduling
