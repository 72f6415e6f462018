// SPDX-License-Identifier: Apache-2.0
//
// What cores do: which thread they run, when they sleep and wake.
#pragma once

#include "simulation/engine/State.h"

namespace hocket::simulation {

/// All marked cores decide what they do from now on.
void decideMarked(State &state);

/// Events of a core's idle states.
void coreAsleep(State &state, uint32_t core);
void coreWake(State &state, uint32_t core);
void coreAwake(State &state, uint32_t core);

/// The core goes off; it must have no threads. Or on again, at once.
void setOff(State &state, uint32_t core, bool isOff);

/// Ends what the records show of the core.
void endShown(State &state, uint32_t core);

/// Whether a planned gap is still long enough for the idle state.
bool fits(const State &state, uint32_t core, uint32_t idle, double ns);

} // namespace hocket::simulation
