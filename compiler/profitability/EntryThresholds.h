// SPDX-License-Identifier: Apache-2.0
//
// How much work the emitted program asks for on entry, before it runs a region
// in parallel; the work itself it computes there, from the trip counts of that
// moment.
//
// Needs: estimates in nanoseconds. Promises: pure functions of numbers and
// policy.
#pragma once

#include "support/Policy.h"

namespace hocket::profitability {

/// What is estimated of one run of a region; ns.
struct ThresholdInputs {
  double sequentialNs = 0; ///< on the fastest core
  double parallelNs = 0;   ///< on all cores, entry included
  double entryNs = 0;      ///< of that, to enter and to leave
  /// Of that, to combine partial results: as much however long the loops are.
  double combiningNs = 0;
};

/// Work of the whole region: entering must cost less than what is saved.
double leastRegionNs(const ThresholdInputs &work, const ProfitPolicy &policy);

/// What a level costs in one repetition, beside its work.
struct LevelWaits {
  std::size_t waits = 0; ///< of all cores together
  std::size_t loops = 1; ///< that are divided among the cores
  unsigned cores = 2;
  double combiningNs = 0; ///< partial results
};

/// Work of one repetition of a level: its waits must cost less than what is
/// saved in it; without any, its loops' headers.
double leastLevelNs(const LevelWaits &level, double syncNs,
                    const ProfitPolicy &policy);

/// How many iterations of a search take as long as entering, there and back.
unsigned firstIterations(double iterationNs, double entryNs,
                         const ProfitPolicy &policy);

} // namespace hocket::profitability
