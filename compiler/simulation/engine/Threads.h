// SPDX-License-Identifier: Apache-2.0
//
// What threads do: the steps of their programs.
#pragma once

#include "simulation/engine/State.h"

namespace hocket::simulation {

/// Has a thread that is on a core do all that takes no time. \returns whether
/// it stays there, as it has something to do that takes time; else it is
/// blocked or done, and off the core.
bool proceed(State &state, uint32_t thread);

/// How long until the thread is done with its step or out of its quota, if the
/// core is its own; forever if that depends on others.
double turnNs(const State &state, uint32_t thread);

/// What it waits for is there, or its time has come.
void wake(State &state, uint32_t thread);

/// It has waited awake for long enough.
void endSpin(State &state, uint32_t thread);

/// A new period of its quota.
void fillQuota(State &state, uint32_t thread);

/// The flag goes up: who waits for it goes on.
void raise(State &state, uint32_t flag);

/// The time of one of Workload::changes has come.
void changeClock(State &state, uint32_t change);

/// The thread is there.
void start(State &state, uint32_t thread);

} // namespace hocket::simulation
