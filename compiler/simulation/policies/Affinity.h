// SPDX-License-Identifier: Apache-2.0
//
// Where the threads of a process may run (paper 002, section 3.2). Cores stand
// in pairs, a fast one and a slow one: the first of the fastest type with the
// first of the slowest one, and so on.
#pragma once

#include "simulation/engine/State.h"

namespace hocket::simulation {

struct AffinityOptions {
  enum class Scheme : uint8_t {
    Free,    ///< wherever the scheduler puts them
    OneCore, ///< each on a core of its own
    Pair,    ///< each on the two cores of a pair, two threads for each pair
    Toggle   ///< likewise, but each goes to the other core every period
  } scheme = Scheme::Free;
  uint32_t process = 0; ///< whose threads
  double periodNs = 250e6;
};

/// Pairs of cores, the fast one first. What has no partner is left out.
std::vector<std::pair<uint32_t, uint32_t>> corePairs(const Machine &machine);

/// For schemes that stay: sets where the threads may run.
void setAffinity(const AffinityOptions &options, const Machine &machine,
                 Workload &workload);

/// For the one that does not.
std::unique_ptr<Policy> coreToggling(const AffinityOptions &options);

} // namespace hocket::simulation
