// SPDX-License-Identifier: Apache-2.0
//
// What the cost estimate has to compile, and how much of it a compilation can
// afford.
//
// Costs come from machine code, and making that takes as long as a compiler
// takes. So a budget bounds how many statements are compiled for it, in all
// rounds together: the regions with the most parallel work for each statement
// go first, and those for which nothing is left are not formed. Counted are the
// statements of a region's tasks, when first seen, and those of the functions
// called from them; both are facts of the program, so that the same regions are
// chosen on every machine.
#pragma once

#include "taskgraph/Region.h"
#include "taskgraph/RegionFacts.h"

#include <set>
#include <utility>
#include <vector>

namespace hocket::planning {

class CostBudget {
public:
  CostBudget(const taskgraph::RegionFacts &facts, unsigned long statements);

  /// Takes out of `regions` what there is no budget for.
  std::vector<taskgraph::Region>
  dropUnaffordable(std::vector<taskgraph::Region> &regions);

  /// Functions that code of the regions may call, directly or not; those that
  /// are called through pointers included.
  std::set<ir::FunctionId>
  reachedFrom(const std::vector<taskgraph::Region> &regions) const;

private:
  /// A task's node, and whether it is cut into chunks.
  using TaskKey = std::pair<ir::NodeId, bool>;
  struct Demand {
    std::vector<TaskKey> tasks; ///< not seen before
    double density = 0;         ///< parallel work for each statement
  };
  class Reach;

  Demand demandOf(const taskgraph::Region &region, Reach &reach) const;

  const taskgraph::RegionFacts &facts_;
  const ir::Program &program_;
  unsigned long left_;
  std::vector<std::vector<ir::FunctionId>> callees_; ///< by name
  std::vector<unsigned long> sizes_; ///< of functions, in statements
  std::set<TaskKey> seen_;
};

} // namespace hocket::planning
