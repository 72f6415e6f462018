// SPDX-License-Identifier: Apache-2.0
//
// Points for steps where a change of the clock costs time and energy.
#pragma once

#include "power/search/Tradeoff.h"

namespace hocket::power {

/// For each domain the sequence of points, one a step, of the least energy,
/// where each nanosecond costs what its step's price says, and each change its
/// time and energy: the shortest path through (step, point). With the prices of
/// `Tradeoff` this is the Lagrangian relaxation of the deadline; higher prices
/// give faster plans.
std::vector<Mix> fewChanges(const ChipPower &chip, const Network &network,
                            const StepCosts &costs,
                            const std::vector<double> &prices);

} // namespace hocket::power
