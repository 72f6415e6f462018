// SPDX-License-Identifier: Apache-2.0
//
// A schedule as threads, one for each core: what the emitted per-core programs
// do. With a power plan they start tasks when it says, change clocks, and sleep
// in its gaps; without, they start them as soon as they can.
#pragma once

#include "power/Plan.h"
#include "simulation/model/Workload.h"

namespace hocket::simulation {

struct PlannedProgram {
  const scheduling::Problem *problem = nullptr;
  const scheduling::Schedule *schedule = nullptr;
  const power::Plan *plan = nullptr;      ///< may be missing
  const power::ChipPower *chip = nullptr; ///< of the plan
  uint32_t repetitions = 1;               ///< of a level that repeats
  double spinNs = forever;                ///< Thread::spinNs
};

/// Adds a measured process of that name. Its thread k is the program of core k.
/// Schedule and plan must have passed their verifiers.
void addPlanned(const PlannedProgram &program, const std::string &name,
                Workload &workload);

} // namespace hocket::simulation
