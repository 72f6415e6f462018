// SPDX-License-Identifier: Apache-2.0
//
// The paper has threads moved "until immediately before the total sensitivity
// of the source core becomes lower than that of the destination core". Taken to
// the letter, the video thread of its figure 2 would not go back to core 1 at
// 10T: the totals are 4 and 1, and would be 2 and 3. What the figure shows is
// that a move is made if it brings the two totals closer together.
#include "simulation/usercentric/Balance.h"

#include "simulation/engine/Queues.h"

#include <algorithm>
#include <cmath>

namespace hocket::simulation {

namespace {

double totalOn(uint32_t core, const BalanceGoal &goal) {
  double sum = 0;
  for (uint32_t thread : goal.threads(core))
    sum += goal.amount(thread);
  return sum;
}

bool moveOne(State &state, uint32_t from, uint32_t to, const BalanceGoal &goal,
             std::vector<uint32_t> &moved) {
  double apart = totalOn(from, goal) - totalOn(to, goal);
  std::vector<uint32_t> threads = goal.threads(from);
  std::stable_sort(threads.begin(), threads.end(), goal.isBetter);
  for (uint32_t thread : threads) {
    if (std::find(moved.begin(), moved.end(), thread) != moved.end() ||
        !mayRunOn(state, thread, to))
      continue;
    double after = std::abs(apart - 2 * goal.amount(thread));
    if (after >= apart * (1 - 1e-9))
      continue;
    moveTo(state, thread, to);
    moved.push_back(thread);
    return true;
  }
  return false;
}

} // namespace

void balance(State &state, const std::vector<uint32_t> &cores,
             const BalanceGoal &goal, std::vector<uint32_t> &moved) {
  if (cores.empty())
    return;
  bool goesOn = true;
  while (goesOn) {
    uint32_t from = cores.front(), to = cores.front();
    for (uint32_t core : cores) {
      if (totalOn(core, goal) > totalOn(from, goal))
        from = core;
      if (totalOn(core, goal) < totalOn(to, goal))
        to = core;
    }
    goesOn = from != to && moveOne(state, from, to, goal, moved);
  }
}

} // namespace hocket::simulation
