// SPDX-License-Identifier: Apache-2.0
//
// Ready threads and the cores they are on.
#pragma once

#include "simulation/engine/State.h"

namespace hocket::simulation {

bool mayRunOn(const State &state, uint32_t thread, uint32_t core);

/// Threads on the core, running or not.
inline size_t readyOn(const State &state, uint32_t core) {
  return state.cores[core].running.size() + state.cores[core].queue.size();
}

/// How Linux weighs a thread of this nice value.
double weightOf(int nice);

/// Into the queue of a core that the scheduler chooses.
void makeReady(State &state, uint32_t thread);

/// Off its core or out of its queue.
void takeOff(State &state, uint32_t thread);

/// Of the core, from running back into its queue.
void putBack(State &state, uint32_t core);

/// A thread goes to another core, at the cost of a move.
void moveTo(State &state, uint32_t thread, uint32_t core);

/// Likewise a ready one, at no cost.
void relocate(State &state, uint32_t thread, uint32_t core);

/// Ready threads of the core, those that came first in front.
std::vector<uint32_t> threadsOn(const State &state, uint32_t core);

/// A thread weighs so much from now on.
void setWeight(State &state, uint32_t thread, double weight);

/// The waiting thread that has had least, of those that may run.
uint32_t leastServed(const State &state, uint32_t core);

} // namespace hocket::simulation
