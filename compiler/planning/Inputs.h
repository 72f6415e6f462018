// SPDX-License-Identifier: Apache-2.0
//
// What planning is given: the program as it is understood, and what the user
// asks for.
#pragma once

#include "analysis/Effects.h"
#include "cost/MachineCost.h"
#include "forkjoin/ForkJoinCalls.h"
#include "ir/AcceleratorMark.h"
#include "ir/Measured.h"
#include "support/Policy.h"
#include "verdict/LoopVerdict.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hocket::planning {

/// What is known when planning begins. It outlives the planning.
struct Understood {
  const ir::Program &program;
  const analysis::Effects &effects;
  const std::vector<polyhedral::LoopVerdict> &verdicts;
  const ir::Measured &measured; ///< from a profile; may be empty
  /// Recursive functions whose independent calls may be tasks.
  const std::vector<polyhedral::ForkJoinFunction> &forkJoin;
  /// Loops that copies of the process may run ahead, outside of regions, with
  /// the share of their work that this counts for; 0 to 1.
  const std::map<ir::NodeId, double> &mayBeTried;
  /// Of the marks in the program, by their numbers.
  const std::vector<ir::AcceleratorTask> &accelerated;
};

struct PlanOptions {
  unsigned cores = 0; ///< at most so many; 0: all that the spec gives
  std::string chip;   ///< as in Measured::chip
  /// Flags that the program is compiled with, as far as they change its code.
  std::vector<std::string> costFlags;
  /// Compiles for the cost estimate.
  cost::CycleEstimator cycles = cost::estimateCycles;
  unsigned long islBudget = policy.isl.region; ///< operations for each region
  /// Statements to compile for the cost estimate.
  unsigned long costBudget = policy.cost.statements;
  std::string scheduler; ///< one algorithm only; empty: the best of all
  /// All costs count so many times: what if the estimate is wrong?
  double costFactor = 1;
  bool strictAliasing = true;  ///< accesses through different types do not meet
  bool mayFuse = true;         ///< the compiler may fuse products and sums
  bool alwaysParallel = false; ///< costs decide nothing
  bool alwaysGroups = false;   ///< cores are divided wherever they may be
  bool withNets = false;       ///< and yet entries may turn sequential
  bool noCallTasks = false;    ///< as RegionOptions::noCallTasks
  bool roughCosts = false;     ///< from the source, no body is compiled
  bool noForkJoin = false;     ///< calls of recursive functions stay calls
  /// Regions are formed in these functions alone; empty: in all.
  std::set<ir::FunctionId> only = {};
};

} // namespace hocket::planning
