// SPDX-License-Identifier: Apache-2.0
//
// From loop verdicts to the regions that pay, each with its graph, costs and
// verified schedule.
//
// Which regions to form depends on costs, and costs are known only of regions
// that were formed. So this goes in rounds: form regions, find their
// dependences, estimate, schedule; loops too small to be cut, levels and
// regions without gain are named, and the next round does without them. The
// last round's regions all pay.
#pragma once

#include "analysis/Effects.h"
#include "codegen/Frame.h"
#include "driver/Compilation.h"
#include "forkjoin/DividedCalls.h"
#include "ir/Measured.h"
#include "taskgraph/RegionPlan.h"
#include "verdict/LoopVerdict.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hocket::driver {

struct PlannedRegion {
  taskgraph::TaskGraph graph;
  taskgraph::RegionCosts costs;
  taskgraph::RegionPlan plan;
  taskgraph::EntryCost entry;
  unsigned measured = 0; ///< leaves whose costs a profile tells
};

struct PlannedProgram {
  std::vector<PlannedRegion> regions;
  /// Functions whose parts become tasks while the program runs.
  std::vector<polyhedral::DividedFunction> divided;
  /// Loops and calls that could run in parallel but do not pay: estimated work
  /// and what it would take, in nanoseconds.
  std::map<ir::NodeId, std::pair<double, double>> tooSmall;
  /// Loops that could run in parallel, but a profile says that no run came to
  /// them.
  std::set<ir::NodeId> neverRun;
  /// Loops that could run in parallel, but functions called beside them in the
  /// same region gain more by regions of their own.
  std::set<ir::NodeId> leftToCallees;
  /// Functions that run within tasks of other functions' regions only: their
  /// own regions were dropped.
  std::set<ir::FunctionId> runInTasks;
  /// Loops whose regions were too much to estimate.
  std::set<ir::NodeId> beyondCostBudget;
  std::vector<uint32_t> cores; ///< of the spec, one for each per-core program
  std::string costProblem;     ///< why rough sizes had to do; usually empty
};

/// What is known when planning begins.
struct Understood {
  const ir::Program &program;
  const analysis::Effects &effects;
  const std::vector<polyhedral::LoopVerdict> &verdicts;
  const ir::Measured &measured; ///< from a profile; may be empty
};

PlannedProgram planProgram(const Understood &understood,
                           const codegen::Naming &naming, Compilation &c);

} // namespace hocket::driver
