// SPDX-License-Identifier: Apache-2.0
//
// From a schedule to a power plan: the stage's one entry.
//
// Needs a schedule that scheduling::verify() accepts, of a level that does not
// repeat. Keeps its cores and orders, and thus what it waits for; changes only
// times. What comes out has passed `verify` of power/verify/Verifier.h.
#pragma once

#include "power/Plan.h"

namespace hocket::power {

struct Effort {
  uint64_t flowWork = 0; ///< for one circulation
  uint64_t planWork = 0; ///< steps of plans tried
  /// How often the network is cut anew at the times of the best plan.
  unsigned rounds = 0;
  /// Plans tried each time, however many steps they have.
  unsigned leastTries = 0;
};

/// What support/Policy.h says.
Effort usualEffort();

struct Outcome {
  std::optional<Plan> plan;
  /// Without a plan: why. With one: what kept it from being better; or empty.
  std::string note;
  /// The makespan at the highest points: no deadline can be shorter.
  double fastestNs = 0;
  double highestJoules = 0; ///< of that, up to the same horizon
};

Outcome choosePoints(const scheduling::Problem &problem,
                     const scheduling::Schedule &schedule,
                     const ChipPower &chip, const Objective &objective,
                     const Effort &effort = usualEffort());

} // namespace hocket::power
