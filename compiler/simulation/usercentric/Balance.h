// SPDX-License-Identifier: Apache-2.0
//
// Thread migration of paper 004, section 3.2.2, apart from what is balanced.
#pragma once

#include "simulation/engine/State.h"

#include <functional>

namespace hocket::simulation {

struct BalanceGoal {
  /// Those of a core that count.
  std::function<std::vector<uint32_t>(uint32_t)> threads;
  /// What a thread adds to its core.
  std::function<double(uint32_t)> amount;
  /// Which of two threads of a core is better moved first.
  std::function<bool(uint32_t, uint32_t)> isBetter;
};

/// Moves threads, one by one, from the core that has most to the core that has
/// least, as long as that brings these two closer together.
/// \param cores among which
/// \param moved threads that stay; those that are moved are added
void balance(State &state, const std::vector<uint32_t> &cores,
             const BalanceGoal &goal, std::vector<uint32_t> &moved);

} // namespace hocket::simulation
