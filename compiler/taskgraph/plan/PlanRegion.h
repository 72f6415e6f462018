// SPDX-License-Identifier: Apache-2.0
//
// Plans a region: which cores run each of its levels, and the schedule of each.
//
// A level is planned with its compound items on all of its cores, and, where
// that leaves cores without work, with groups of cores for those that may run
// at the same time (Divide.h): what takes less time stays. The levels inside
// are planned for the cores that they get, and divided again.
#pragma once

#include "ir/AcceleratorMark.h"
#include "soc/SocSpec.h"
#include "taskgraph/RegionPlan.h"

#include <string_view>

namespace hocket::taskgraph {

struct PlanChoices {
  std::string_view algorithm = {}; ///< one scheduler; empty: the best of all
  /// For tests: cores are divided wherever they may be.
  bool alwaysGroups = false;
  /// Of the marks in the program, by their numbers.
  llvm::ArrayRef<ir::AcceleratorTask> accelerated = {};
  /// As if loops were cut for the groups that run them: which groups there
  /// would be then.
  bool isCutForGroups = false;
};

/// Schedules every level and verifies it. Throws std::logic_error with the
/// verifier's words if a schedule is wrong.
/// \param cores usable cores of `soc`, one for each per-core program.
RegionPlan planRegion(const ir::Program &program, const TaskGraph &graph,
                      const RegionCosts &costs, const soc::SocSpec &soc,
                      const std::vector<uint32_t> &cores,
                      const PlanChoices &choices);

} // namespace hocket::taskgraph
