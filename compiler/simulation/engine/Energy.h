// SPDX-License-Identifier: Apache-2.0
//
// The past of a core: what its threads got done, and what it drew.
#pragma once

#include "simulation/engine/State.h"

namespace hocket::simulation {

/// How long the step that the thread is in takes in all, alone on the core at
/// the operating point that it has now.
double wholeNs(const State &state, uint32_t thread, uint32_t core);

/// Time that passes here is not for threads: the clock changes, or a cluster
/// takes over.
bool standsStill(const State &state, uint32_t core);

/// Counts what has happened on the core up to now. To be called before anything
/// about it changes.
void settle(State &state, uint32_t core);
void settleDomain(State &state, uint32_t domain);

/// Domains whose cores draw something else when this one's clock needs another
/// voltage: itself, and those with which it shares a supply.
std::vector<uint32_t> domainsWith(const State &state, uint32_t domain);

/// What the core draws from now on, and what it is counted as.
void meter(State &state, uint32_t core);

/// The same for all cores of the domain and of those with its supply.
void meterDomain(State &state, uint32_t domain);

/// What the cores of the domain share has drawn up to now, and draws from now
/// on.
void meterShared(State &state, uint32_t domain);

/// By how much a time may be off because of rounding.
inline double tolerance(const State &state) { return 1e-6 + 1e-15 * state.now; }

} // namespace hocket::simulation
