// SPDX-License-Identifier: Apache-2.0
//
// What all parts of planning look at and none changes, and what they keep from
// one round to the next only to be faster.
#pragma once

#include "analysis/values/KnownValues.h"
#include "codegen/frame/Frame.h"
#include "cost/EstimateRegions.h"
#include "dataflow/ProgramIndex.h"
#include "planning/CostBudget.h"
#include "planning/DependenceCache.h"
#include "planning/Inputs.h"
#include "planning/PlannedProgram.h"
#include "taskgraph/RegionFacts.h"

#include <map>
#include <set>
#include <vector>

namespace hocket::planning {

/// What is handed over has to outlive this.
struct Context {
  Context(const Understood &understood, const codegen::Naming &naming,
          const soc::SocSpec &soc, const PlanOptions &options);

  const ir::Program &program;
  const analysis::Effects &effects;
  const std::vector<polyhedral::LoopVerdict> &verdicts;
  const ir::Measured &measured;
  /// Loops that copies of the process may run ahead, outside of regions, with
  /// the share of their work that this counts for; 0 to 1.
  const std::map<ir::NodeId, double> &mayBeTried;
  const std::vector<ir::AcceleratorTask> &accelerated;
  const codegen::Naming &naming;
  const soc::SocSpec &soc;
  const PlanOptions &options;
  std::vector<uint32_t> cores; ///< of the spec, one for each per-core program
  polyhedral::ProgramIndex index;
  taskgraph::RegionFacts facts;
  analysis::KnownValues values;
  /// Functions that some loop calls, directly or not.
  std::set<ir::FunctionId> calledInLoops;
};

/// Regions are formed in several rounds, and most of them stay the same.
struct Caches {
  /// \param facts has to outlive this
  /// \param statements to compile for the cost estimate, in all rounds
  Caches(const taskgraph::RegionFacts &facts, unsigned long statements)
      : budget(facts, statements) {}

  DependenceCache dependences;
  cost::CostCache costs;
  CostBudget budget;
};

} // namespace hocket::planning
