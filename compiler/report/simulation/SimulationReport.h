// SPDX-License-Identifier: Apache-2.0
//
// What `hocket simulate` shows, in three forms. The driver fills it; all here
// renders it.
#pragma once

#include "simulation/PowerCurve.h"
#include "simulation/Simulate.h"

#include <string>
#include <vector>

namespace hocket::report {

/// One seed of many.
struct SimulatedRun {
  uint64_t seed = 0;
  double makespan = 0, joules = 0;
};

struct SimulationReport {
  const simulation::Machine *machine = nullptr;
  const simulation::Workload *workload = nullptr;
  const simulation::Settings *settings = nullptr;
  simulation::Result result; ///< of the first seed
  std::string mode;          ///< how the schedule's threads get their cores
  /// What the schedule, or its power plan, says; 0: there is none.
  double plannedMakespan = 0, plannedJoules = 0;
  double sequentialNs = 0;        ///< all its tasks on the fastest core
  std::vector<SimulatedRun> runs; ///< more than one, or empty
  simulation::PowerCurve curve;   ///< may be empty
};

/// For the terminal.
std::string simulationText(const SimulationReport &report);

/// docs/simulate.md lists the members.
std::string simulationJson(const SimulationReport &report);

/// Power over time, the clusters on top of each other: an SVG document.
std::string powerSvg(const SimulationReport &report);

} // namespace hocket::report
