// SPDX-License-Identifier: Apache-2.0
//
// Why a loop that was found parallel is not cut into chunks all the same, and
// what would change that: another loop uses the cores, the work is too little,
// it is part of a task that runs whole, or no region can hold it.
#pragma once

#include "planning/PlannedProgram.h"
#include "taskgraph/RegionFacts.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hocket::driver {

/// Of nanoseconds, in words: "1.5 ms".
std::string duration(double ns);

class WhyNotRun {
public:
  WhyNotRun(const ir::Program &program, const analysis::Effects &effects,
            const std::vector<polyhedral::LoopVerdict> &verdicts,
            const planning::PlannedProgram &planned);

  /// Of a loop that no region cuts.
  Remark remarkOn(const polyhedral::LoopVerdict &verdict) const;

private:
  /// A reason, and what would change it.
  using Reason = std::vector<std::string>;

  std::pair<std::string, std::string>
  ownProblem(const polyhedral::LoopVerdict &verdict) const;
  Reason reason(const polyhedral::LoopVerdict &verdict) const;
  ir::NodeId chunkedAround(ir::NodeId loop) const;
  ir::NodeId chunkedInside(ir::NodeId loop) const;
  ir::NodeId wholeTaskAround(ir::NodeId loop) const;
  std::string nameOf(ir::NodeId node) const;
  std::string testsOf(const polyhedral::LoopVerdict &verdict) const;

  const ir::Program &program_;
  const std::string &threadUnsafe_;
  const planning::PlannedProgram &planned_;
  taskgraph::RegionFacts facts_;
  std::set<ir::NodeId> chunked_;
};

} // namespace hocket::driver
