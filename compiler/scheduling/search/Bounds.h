// SPDX-License-Identifier: Apache-2.0
//
// How short a schedule could be at best: what searches stop at, and what tells
// how good their results are.
#pragma once

#include "scheduling/Graph.h"

#include <vector>

namespace hocket::scheduling {

/// For each task when it can start at the earliest, and how long it takes at
/// least from its start to the end of all. Each task on the core that is best
/// for it, data moved for nothing but between tasks that are pinned to
/// different cores.
struct Windows {
  std::vector<double> head, tail, cost; ///< cost: the least, part of tail
};
Windows windowsOf(const Graph &graph);

/// Weights of the cores, nonnegative, of sum 1, with which the cores' loads are
/// weighed: the sum over all tasks of the least weighted cost is a lower bound
/// of the longest load (they are a solution of the dual of the linear program
/// that cuts tasks up among cores). In proportion to the cores' speeds, for
/// which the bound is exact where each core runs everything so many times
/// faster than another.
std::vector<double> speedWeights(const Problem &problem);

/// All times are whole numbers: then so is the makespan of each schedule that
/// starts everything as early as it can.
bool isIntegral(const Problem &problem);

/// Of the makespan, or of the period of a level that repeats.
double lowerBound(const Graph &graph);

} // namespace hocket::scheduling
