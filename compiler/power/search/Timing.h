// SPDX-License-Identifier: Apache-2.0
//
// Points for steps become a plan with times: changes of the clocks included,
// each as early as the one before it and dependences allow.
#pragma once

#include "power/search/Tradeoff.h"

namespace hocket::power {

/// Whether an end is no later than the deadline, if there is one, but for what
/// rounding makes of it.
bool isInTime(double ns, const std::optional<double> &deadlineNs);

/// A stretch of a domain's time at one point, or while it changes.
struct Stretch {
  double begin = 0, end = 0; ///< the last one is endless
  uint32_t point = 0;        ///< while it changes, the old one
  bool isChange = false;
  uint32_t to = 0;    ///< while it changes, the new point
  uint32_t level = 0; ///< of a supply that others have, too, at least
};

/// By domain, what its clock does. \param changes of a plan.
std::vector<std::vector<Stretch>> stretches(const ChipPower &chip,
                                            const std::vector<Change> &changes);

/// The same, with the levels of supplies that clocks share: cut where these
/// change. While a clock changes it needs the higher of its two voltages.
void addLevels(const ChipPower &chip,
               std::vector<std::vector<Stretch>> &clocks);

/// Placements, runs, changes and makespan of a plan. Tasks start when the
/// network has them start; where a clock is shared, they may end earlier than
/// it has them end, for a core does not stop where its step waits for another.
Plan timed(const Setting &setting, const Network &network,
           const StepCosts &costs, const std::vector<Mix> &mixes);

} // namespace hocket::power
