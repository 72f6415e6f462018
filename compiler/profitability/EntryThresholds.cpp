// SPDX-License-Identifier: Apache-2.0
#include "profitability/EntryThresholds.h"

#include <algorithm>

namespace hocket::profitability {

double leastRegionNs(const ThresholdInputs &work, const ProfitPolicy &policy) {
  double inside = work.parallelNs - work.entryNs - work.combiningNs;
  double saved = work.sequentialNs > 0 ? 1 - inside / work.sequentialNs : 0;
  return (work.entryNs + work.combiningNs) / std::max(saved, policy.leastGain);
}

double leastLevelNs(const LevelWaits &level, double syncNs,
                    const ProfitPolicy &policy) {
  double waitsOfCore = double(level.waits) / double(level.cores);
  double ns = level.waits == 0 ? double(level.loops) * policy.chunkOverheadNs
                               : (waitsOfCore + 1) * syncNs;
  return policy.levelWaits * (ns + level.combiningNs);
}

unsigned firstIterations(double iterationNs, double entryNs,
                         const ProfitPolicy &policy) {
  double count = policy.searchEntries * entryNs /
                 std::max(iterationNs, policy.searchIterationNs);
  return static_cast<unsigned>(
      std::clamp(count, policy.leastFirst, policy.mostFirst));
}

} // namespace hocket::profitability
