// SPDX-License-Identifier: Apache-2.0
//
// Time against energy for a network of steps, where each step may divide its
// work between operating points as it likes and a change costs nothing.
//
// This is the project time/cost trade-off problem (Kelley, "Critical-path
// planning and scheduling: mathematical basis", 1961; Fulkerson, "A network
// flow computation for project cost curves", 1961; Phillips and Dessouky,
// "Solving the project time/cost tradeoff problem using the minimal cut
// concept", 1977). Its dual is a circulation with convex costs (Ahuja, Hochbaum
// and Orlin, "Solving the convex cost integer dual network flow problem",
// 2003): the flow along a step is what a nanosecond more in it saves, and at
// the optimum as much flows into each event as out of it. One circulation gives
// the optimum for one deadline, in polynomial time, where repeated minimum cuts
// would walk through all shorter and longer ones.
#pragma once

#include "power/search/Steps.h"

namespace hocket::power {

/// A step's work at one operating point.
struct Choice {
  double ns = 0;
  double nanojoules = 0; ///< more than if all its cores had idled meanwhile
};

/// For each step its choices by point. Points that a step must not use are
/// `ns` < 0.
struct StepCosts {
  std::vector<std::vector<Choice>> choices;
  /// What all cores and units draw while they idle, in watts.
  double idleWatts = 0;
};

/// \param depth what idle cores are taken to do: 0 wait awake, 1 use their
/// lightest idle state, 2 the next, ... or their last.
/// \param levels that shared supplies are taken to have at least, by supply
StepCosts stepCosts(const scheduling::Problem &problem, const ChipPower &chip,
                    const Network &network, uint32_t depth,
                    const std::vector<uint32_t> &levels);

/// How a step divides its work: `share` of it at `first`, the rest at `second`.
struct Mix {
  uint32_t first = 0, second = 0;
  double share = 1;
};

struct Tradeoff {
  std::vector<Mix> mixes; ///< by step
  /// By step, what a nanosecond less in it is worth: nanojoules.
  std::vector<double> prices;
  /// What a nanosecond more until the deadline is worth.
  double deadlinePrice = 0;
  bool isComplete = false; ///< solved within the budget
};

/// \param deadlineNs nothing: as long as that saves energy.
/// \param work steps of the algorithm after which to give up.
Tradeoff leastEnergy(const Network &network, const StepCosts &costs,
                     std::optional<double> deadlineNs, uint64_t work);

} // namespace hocket::power
