// SPDX-License-Identifier: Apache-2.0
//
// Who chooses operating points where no plan does: Linux's governors, with the
// parameters that its documentation gives as defaults (Documentation/
// admin-guide/pm/cpufreq.rst; for `interactive` that of Android's kernels,
// Documentation/cpu-freq/governors.txt). Each governs one domain.
#pragma once

#include "simulation/engine/State.h"

#include <string>
#include <string_view>

namespace hocket::simulation {

struct GovernorOptions {
  /// Of `ondemand` and `conservative`: 0: 1000 times what a change takes, at
  /// least 10 ms; of `interactive` 20 ms.
  double sampleNs = 0;
  /// Loads, as parts of the time. 0: the governor's own default.
  double upThreshold = 0, downThreshold = 0;
  double stepPart = 0.05; ///< `conservative`: of the highest clock
  double downFactor = 1;  ///< sampling_down_factor
  double rateLimitNs = 0; ///< `schedutil`: as sampleNs
  double targetLoad = 0.9, hispeedLoad = 0.99; ///< `interactive`
  double minSampleNs = 80e6;
};

struct Governor {
  std::string_view name;
  std::unique_ptr<Policy> (*make)(const GovernorOptions &options,
                                  uint32_t domain);
};

/// `performance`, `powersave`, `ondemand`, `conservative`, `schedutil`,
/// `interactive`, `auto-idle`.
const std::vector<Governor> &governors();

std::unique_ptr<Policy> performanceGovernor(const GovernorOptions &, uint32_t);
std::unique_ptr<Policy> powersaveGovernor(const GovernorOptions &, uint32_t);
std::unique_ptr<Policy> ondemandGovernor(const GovernorOptions &, uint32_t);
std::unique_ptr<Policy> conservativeGovernor(const GovernorOptions &, uint32_t);
std::unique_ptr<Policy> schedutilGovernor(const GovernorOptions &, uint32_t);
std::unique_ptr<Policy> interactiveGovernor(const GovernorOptions &, uint32_t);

} // namespace hocket::simulation
