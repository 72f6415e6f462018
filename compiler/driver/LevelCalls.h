// SPDX-License-Identifier: Apache-2.0
//
// Calls as levels of their caller's task graph, where that is planned to take
// less time.
//
// Calls that stand beside independent work are written out in place for a try
// (inlining/CallsBeside.h), and conditions that call functions in front of
// their branches (inlining/ConditionTasks.h). The program as it is and the one
// with these calls are both planned, and what is written out stays so if the
// region that has it, and the work beside it, takes clearly less time than the
// same work does as it is planned without. So programs without such calls, and
// those that gain nothing, are compiled as they are. Mostly nothing is gained,
// and to plan a program takes long: at first only the functions that the calls
// stand in are planned anew, and those that these call.
//
// Needs: a program up to its verdicts, before loops are split. Promises: the
// version that is chosen was judged and planned like any other.
#pragma once

#include "analysis/Effects.h"
#include "codegen/frame/Frame.h"
#include "driver/Compilation.h"
#include "frontend/SourceInput.h"
#include "inlining/InlineCalls.h"
#include "ir/Measured.h"
#include "planning/PlanProgram.h"
#include "profile/Attach.h"
#include "verdict/LoopVerdict.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace hocket::driver {

/// A text of the program, as the later stages see it.
struct Version {
  ir::Program program;
  analysis::Effects effects;
  std::vector<polyhedral::LoopVerdict> verdicts;
  inlining::Inlining inlined; ///< the calls that are written out in it
};

/// What planning makes of a version.
struct PlannedVersion {
  codegen::Naming naming;
  ir::Measured measured;
  planning::PlannedProgram planned;
  std::vector<Remark> remarks;
};

/// Macro-tasks, their dependences, costs and schedules.
/// \param only regions are formed in these functions alone; empty: in all
PlannedVersion planVersion(const Version &version,
                           const profile::SourceMeasures &profiled,
                           const Compilation &c,
                           const std::set<ir::FunctionId> &only = {});

/// What is to be tried.
struct LevelCalls {
  Version original; ///< without any call written out
  /// By Leaf of `original`, the largest that stands beside it.
  std::map<ir::NodeId, ir::NodeId> beside;
  /// Branches whose conditions call functions.
  std::set<ir::NodeId> conditions;
};

/// \param inlined the calls that are written out anyway
/// \returns nothing if there is nothing to try
std::optional<LevelCalls>
levelCalls(const ir::Program &program, const analysis::Effects &effects,
           const std::vector<polyhedral::LoopVerdict> &verdicts,
           const inlining::Inlining &inlined, const Compilation &c);

/// Plans the version as it is and with calls as levels and conditions as tasks,
/// with a remark on each.
/// \param version becomes the better one
PlannedVersion planWithLevels(const std::vector<SourceInput> &inputs,
                              const LevelCalls &calls,
                              const profile::SourceMeasures &profiled,
                              Version &version, Compilation &c);

} // namespace hocket::driver
