// SPDX-License-Identifier: Apache-2.0
//
// What paper 004's governors choose from: the frequency levels of two clusters,
// of which one runs at a time, as one list.
#pragma once

#include "simulation/engine/State.h"

namespace hocket::simulation {

struct Level {
  uint32_t cluster = 0, domain = 0, point = 0;
  double speed = 0; ///< of a core; the fastest one has 1
};

/// Slowest first. Of a chip with one cluster its levels; of one with more those
/// of the fastest and the slowest.
std::vector<Level> levelsOf(const Machine &machine);

/// Positions of the first and the last level of the cluster.
size_t lowestOf(const std::vector<Level> &levels, uint32_t cluster);
size_t highestOf(const std::vector<Level> &levels, uint32_t cluster);

/// The position of the first that is at least so fast; of the last if none is.
size_t levelFor(const std::vector<Level> &levels, double speed);

/// How a governor knows what a thread is going to need in a period.
enum class Estimate : uint8_t {
  LastPeriod, ///< what it did in the one before (paper 004, section 3.3)
  Declared    ///< its quota: what an ideal governor would know
};

/// What threads need, in work of the fastest core for each nanosecond.
class Demand {
public:
  explicit Demand(Estimate estimate) : estimate_(estimate) {}

  /// Of each thread, over the time since the last call.
  void measure(State &state);
  double of(uint32_t thread) const { return demand_[thread]; }
  /// Of threads that are on the core, or were last if they wait for a timer.
  double on(const State &state, uint32_t core) const;
  /// Threads of the core that are ready or need something, those that came
  /// first in front.
  std::vector<uint32_t> threadsOf(const State &state, uint32_t core) const;
  /// Threads that need something.
  size_t count() const;

private:
  Estimate estimate_;
  double since_ = 0;
  std::vector<double> demand_, done_; ///< by thread
};

/// Has only the first `cores` cores of `cluster` run, at its lowest level.
void beginIdle(State &state, const std::vector<Level> &levels, uint32_t cluster,
               size_t cores);

} // namespace hocket::simulation
