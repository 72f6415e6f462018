// SPDX-License-Identifier: Apache-2.0
//
// What planning gives: the regions that pay, each with its graph, costs and
// verified schedule, and why other loops that may run in parallel do not.
#pragma once

#include "forkjoin/ForkJoinCalls.h"
#include "profitability/Weigh.h"
#include "taskgraph/RegionPlan.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hocket::planning {

struct PlannedRegion {
  taskgraph::TaskGraph graph;     ///< its tasks and their dependences
  taskgraph::RegionCosts costs;   ///< of the tasks, estimated or measured
  taskgraph::RegionPlan plan;     ///< a verified schedule for each level
  taskgraph::EntryCost entry;     ///< what is tested on entry
  unsigned measured = 0;          ///< tasks whose costs a profile tells
  profitability::RegionWork work; ///< what it was weighed by
  /// On several clusters it takes no less time than on the first one.
  bool isBetterOnOneCluster = false;
};

/// Estimated work of something that does not pay, and what it would take;
/// nanoseconds.
struct TooLittle {
  double workNs = 0;
  double neededNs = 0;
};

/// Why what may run in parallel does not, by loop or function.
struct Refusals {
  /// Loops and calls that do not pay.
  std::map<ir::NodeId, TooLittle> tooSmall;
  /// Loops that no run of the profile came to.
  std::set<ir::NodeId> neverRun;
  /// Loops beside which called functions gain more by regions of their own.
  std::set<ir::NodeId> leftToCallees;
  /// Loops whose regions were too much to estimate.
  std::set<ir::NodeId> beyondCostBudget;
  /// Functions that run within tasks of other functions' regions only: their
  /// own regions were dropped.
  std::set<ir::FunctionId> runInTasks;
  /// Where regions begin, or what keeps them there, that have the cores of one
  /// cluster: why, in words.
  std::map<ir::NodeId, std::string> oneCluster;
};

struct PlannedProgram {
  std::vector<PlannedRegion> regions;
  /// Functions whose parts become tasks while the program runs.
  std::vector<polyhedral::ForkJoinFunction> forkJoin;
  Refusals refusals;
  std::vector<uint32_t> cores; ///< of the spec, one for each per-core program
  /// So many of them are coherent with the first; they come first.
  unsigned firstCores = 0;
  std::string costProblem; ///< why rough sizes had to do; usually empty
};

} // namespace hocket::planning
