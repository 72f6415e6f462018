// SPDX-License-Identifier: Apache-2.0
//
// Clusters of which one runs at a time, and cores that are turned off.
#pragma once

#include "simulation/engine/State.h"

namespace hocket::simulation {

/// Cores of the cluster that are on, in order.
std::vector<uint32_t> activeCores(const State &state, uint32_t cluster);

/// So many of the cluster's cores are on from now on, the first ones; threads
/// of those that go off get another core from the scheduler.
void setActive(State &state, uint32_t cluster, size_t count);

/// Another cluster takes over: as many cores of it, and on each the threads of
/// its counterpart. All stand still while that lasts.
void switchCluster(State &state, uint32_t from, uint32_t to);

} // namespace hocket::simulation
