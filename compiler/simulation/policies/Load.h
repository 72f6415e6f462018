// SPDX-License-Identifier: Apache-2.0
//
// How busy cores were since somebody last asked.
#pragma once

#include "simulation/engine/State.h"

namespace hocket::simulation {

class LoadMeter {
public:
  /// Cores of one domain.
  LoadMeter(const State &state, uint32_t domain);

  /// Of the busiest core the part of the time since the last call in which it
  /// had a thread.
  double take(State &state);

private:
  std::vector<uint32_t> cores_;
  std::vector<double> busy_; ///< at the last call, by core
  double since_ = 0;
};

/// What a governor samples by: 1000 times what a change takes, at least 10 ms.
double usualSampleNs(const State &state, uint32_t domain);

} // namespace hocket::simulation
