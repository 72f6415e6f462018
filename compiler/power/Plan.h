// SPDX-License-Identifier: Apache-2.0
//
// A power plan: when each clock runs at which operating point, when each task
// runs under it, and what each core does between tasks. Plain data, beside the
// schedule whose order and cores it keeps.
#pragma once

#include "power/ChipPower.h"
#include "scheduling/Problem.h"

#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::power {

struct Objective {
  enum class Kind {
    Time,     ///< no slower than the schedule at the highest points
    Deadline, ///< done by `deadlineNs`
    Energy    ///< whatever time takes the least energy
  };
  Kind kind = Kind::Time;
  double deadlineNs = 0;
};

/// "time", "energy", "deadline".
const char *toString(Objective::Kind kind);

/// A task under one operating point. Between two of a task's runs its clock
/// changes, and it stands still.
struct Run {
  uint32_t point = 0;
  double begin = 0, end = 0; ///< nanoseconds from the start of the plan
};

/// A domain changes its point; its cores stand still meanwhile.
struct Change {
  uint32_t domain = 0;
  scheduling::CoreIndex core = 0; ///< that makes it, so it is awake
  uint32_t from = 0, to = 0;      ///< points
  double begin = 0, end = 0;
};

/// A core has nothing to run and changes no clock.
struct Gap {
  scheduling::CoreIndex core = 0;
  double begin = 0, end = 0;
  std::optional<uint32_t> state; ///< of the core's; none: it waits, awake
};

struct CoreEnergy {
  double running = 0, changing = 0, waiting = 0; ///< joules
  std::vector<double> asleep; ///< in each idle state, entry and exit included
};

struct Plan {
  std::string method;   ///< how it was found
  double horizonNs = 0; ///< energies are counted from 0 to here
  double makespan = 0;  ///< end of the last task
  /// By task; where a unit runs it, it ends there, and its runs are its start.
  std::vector<scheduling::Placement> placements;
  std::vector<std::vector<Run>> runs; ///< by task, in time
  /// By domain, in time. A domain begins at its highest point, as programs find
  /// it (runtime/power.md).
  std::vector<Change> changes;
  std::vector<Gap> gaps;          ///< by core, in time
  std::vector<CoreEnergy> energy; ///< by core
  std::vector<double> shared;     ///< by domain: joules of what its cores share
  std::vector<double> units; ///< by unit of the chip: joules, working, waiting
  /// Of all cores, changes, what cores share, and units.
  double joules = 0;
};

/// What stands under "power", beside "problem" and "schedule";
/// docs/schedule.md lists the members.
llvm::json::Object toJson(const ChipPower &chip, const Objective &objective,
                          const Plan &plan);

} // namespace hocket::power
