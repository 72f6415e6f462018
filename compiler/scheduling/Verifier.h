// SPDX-License-Identifier: Apache-2.0
//
// The independent check: from the dependences alone, not from how the schedule
// came about. Shares no code with the schedulers.
#pragma once

#include "scheduling/Problem.h"

#include <string>
#include <vector>

namespace hocket::scheduling {

/// Proves that each task is placed once, on its pinned core if it has one, that
/// each core's order and times agree and do not overlap, that no cycle of waits
/// can block, and that each edge is ordered by program order on a core or by a
/// path of syncs; for a repeating level over two consecutive repetitions.
/// \returns what is wrong, one line each; empty if the schedule is right.
std::vector<std::string> verify(const Problem &problem,
                                const Schedule &schedule);

} // namespace hocket::scheduling
