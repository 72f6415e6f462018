// SPDX-License-Identifier: Apache-2.0
//
// Better schedules from good ones, with a bounded amount of work.
#pragma once

#include "scheduling/Graph.h"

#include <cstdint>
#include <vector>

namespace hocket::scheduling {

/// The shortest schedule found from `starts`, which the verifier accepts and of
/// which there is at least one; never longer than the best of them. Syncs are
/// left empty. Of a level that repeats, too, it is the makespan that is
/// searched for.
/// \param lower a bound: a schedule as short as that ends the search.
/// \param work how many tasks and edges may be looked at.
Schedule searchLocally(const Graph &graph, const std::vector<Schedule> &starts,
                       double lower, uint64_t work);

} // namespace hocket::scheduling
