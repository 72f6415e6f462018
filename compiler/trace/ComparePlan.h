// SPDX-License-Identifier: Apache-2.0
//
// What the compiler planned, and what came of it. The plan is the report that
// `hocketcc --report=FILE.json` writes; regions are found by the file, line and
// function in their names, tasks by their numbers.
#pragma once

#include "trace/Summary.h"

#include <optional>

namespace hocket::trace {

struct PlannedTask {
  std::string name;
  uint64_t core = 0;
  double ns = 0; ///< of one run
};

struct PlannedRegion {
  std::string name; ///< as in traces
  uint64_t cores = 0;
  double parallelNs = 0, sequentialNs = 0; ///< of one run
  std::vector<PlannedTask> tasks;          ///< by number
};

struct PlannedCore {
  uint64_t id = 0;  ///< as the system numbers it
  double speed = 1; ///< that a profile told the plan
};

struct Plan {
  std::string program;
  std::string chip;               ///< as profiles call it
  std::vector<PlannedCore> cores; ///< in the plan's order; empty: not known
  std::vector<PlannedRegion> regions;
};

/// \returns nothing if the text is no such report; see readTrace for `error`.
std::optional<Plan> readPlan(const std::string &text, std::string &error);

struct TaskComparison {
  std::string name;
  uint32_t task = 0;                    ///< number
  uint64_t core = 0;                    ///< planned
  double plannedNs = 0, measuredNs = 0; ///< mean of one run
  uint64_t count = 0;
};

struct RegionComparison {
  std::string name;
  double plannedNs = 0, sequentialNs = 0; ///< makespan and entry; on one core
  double measuredNs = 0;                  ///< mean of its runs
  uint64_t count = 0;
  std::vector<TaskComparison> tasks; ///< those that ran, by number
};

/// The regions that the trace and the plan have both.
std::vector<RegionComparison> comparePlan(const Plan &plan, const Trace &trace,
                                          const Summary &summary);

} // namespace hocket::trace
