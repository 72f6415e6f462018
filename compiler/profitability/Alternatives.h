// SPDX-License-Identifier: Apache-2.0
//
// A region against what could be had instead of it: regions of the functions
// that its tasks call, which run sequentially inside it, or a region for each
// of its loops.
//
// Needs: estimates in nanoseconds. Promises: pure functions of numbers and
// policy.
#pragma once

#include "profitability/Weigh.h"

#include <vector>

namespace hocket::profitability {

/// One task of a region that the sequential program does, too.
struct TaskGain {
  /// A loop that is cut into chunks; else it runs as a whole.
  bool isChunked = false;
  double ns = 0;      ///< one run of the whole task on the fastest core
  unsigned cores = 2; ///< that share it, if it is chunked
  /// What regions of the functions that it calls gain in one run; ns.
  double calleesNs = 0;
  /// Runs of the task in one run of the region.
  double repetitions = 1;
};

/// What one run of a task gains by regions of functions that it calls; ns.
/// Where its own iterations run in parallel that is less than they gain,
/// whatever the two estimates say: each of those regions has to be entered.
double calledGain(const TaskGain &task, const ProfitPolicy &policy);

/// All tasks of a region together, in one run of it; ns.
double calleesGain(const std::vector<TaskGain> &tasks,
                   const ProfitPolicy &policy);

/// Of a region for each of the loops, beside what the functions called there do
/// by themselves: `fill(a); for (...) work(a);`. A loop runs as chunks, or what
/// it calls runs in regions, but not both; ns. 0 where nothing beside the loops
/// gains by its callees: then one region is better.
double partsGain(const std::vector<TaskGain> &tasks, double entryNs,
                 const ProfitPolicy &policy);

enum class Choice {
  Region,    ///< it pays, and nothing else gains more
  Callees,   ///< regions further inside, or of called functions, gain more
  Sequential ///< it does not pay
};

/// \param otherGainNs the most that one of the others gains
Choice choose(const RegionWork &region, double otherGainNs,
              const ProfitPolicy &policy);

} // namespace hocket::profitability
