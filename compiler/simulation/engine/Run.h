// SPDX-License-Identifier: Apache-2.0
//
// The loop over events.
#pragma once

#include "simulation/engine/State.h"

#include <string>

namespace hocket::simulation {

/// Ready for `run`: threads are not there yet, clocks at their highest points,
/// as programs find them, all cores awake.
State initialState(const Machine &machine, const Workload &workload,
                   const Noise &noise);

/// Until all measured threads have ended, if there are any, or until
/// `state.end`. \returns what is wrong: threads that wait for what never
/// comes; empty if all is well.
std::string run(State &state);

} // namespace hocket::simulation
