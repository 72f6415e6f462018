// SPDX-License-Identifier: Apache-2.0
//
// What the regions of one round gain for those who call their functions.
//
// Needs: the regions of a round, weighed. Promises: gains of a function's own
// regions that pay, or else of those that it calls, so far as
// policy.profit.calledDepth; nothing is counted twice along one chain of calls.
#pragma once

#include "planning/Context.h"

#include <map>
#include <utility>
#include <vector>

namespace hocket::planning {

class CalleeGains {
public:
  /// What is handed over has to outlive this.
  CalleeGains(const Context &context,
              const std::vector<PlannedRegion> &regions);

  /// What regions of the functions called in a node gain, for one run of it;
  /// ns.
  double below(ir::NodeId node) { return below(node, 0); }

private:
  double below(ir::NodeId node, unsigned depth);
  double of(ir::FunctionId function, unsigned depth);

  const Context &context_;
  std::map<ir::FunctionId, double> own_; ///< of its regions that pay; ns
  /// By function and depth: what its regions gain, or else its callees'; ns.
  std::map<std::pair<ir::FunctionId, unsigned>, double> all_;
};

} // namespace hocket::planning
