// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/Simulate.h"

#include <string>
#include <vector>

namespace hocket::driver {

struct SimulateOptions {
  std::string file, soc, scenario;
  std::string json, svg, profile, trace;
  bool wantsJson = false, showsHelp = false;
  /// How the schedule's threads get their cores.
  enum class Mode { Reserved, Pinned, Free } mode = Mode::Reserved;
  simulation::Noise noise;
  unsigned runs = 1, repetitions = 1;
  double spinNs = simulation::forever, untilNs = simulation::forever;
  std::string governor, idle; ///< empty: not given
};

/// "reserved", "pinned", "free".
const char *toString(SimulateOptions::Mode mode);

/// Throws UserError.
SimulateOptions readSimulateOptions(const std::vector<std::string> &arguments);

std::string simulateHelp();

} // namespace hocket::driver
