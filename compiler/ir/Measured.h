// SPDX-License-Identifier: Apache-2.0
//
// What runs of a program have shown about its nodes: plain data from a profile,
// for the stages that otherwise guess.
#pragma once

#include "ir/Ids.h"
#include "support/Policy.h"

#include <map>
#include <optional>
#include <string>

namespace hocket::ir {

/// Of a loop, a branch or a call, all runs of the program together.
struct Measure {
  double runs = 0;  ///< how often it was entered
  double times = 0; ///< loop: iterations; branch: how often taken
  /// Time of one run in nanoseconds, all that it calls included.
  std::optional<double> ns;
  /// ... of which it waited for memory, as long at any clock; 0: not known.
  double memoryNs = 0;

  /// Iterations, or the part of the runs that takes the branch.
  double perRun() const { return runs > 0 ? times / runs : 0; }
};

struct Measured {
  std::string chip;       ///< where `ns` was measured
  double programRuns = 0; ///< that the profile is of
  double longestNs = 0;   ///< of the runs, on one core; 0: not known
  double memoryNs = 0;    ///< of that, as in Measure
  std::map<NodeId, Measure> nodes;
  /// Iterations of a loop of which neither this nor the program says anything.
  double unknownTrips = policy.guess.unknownTrips;

  const Measure *find(NodeId node) const {
    auto it = nodes.find(node);
    return it == nodes.end() ? nullptr : &it->second;
  }
};

} // namespace hocket::ir
