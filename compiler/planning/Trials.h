// SPDX-License-Identifier: Apache-2.0
//
// Regions against loops that may run speculatively: a region that has such a
// loop inside, or is inside of it, keeps it from being tried.
//
// Needs: planned regions, and the loops of Context::mayBeTried. Promises: only
// findings, by the rough sizes that nodes have and the costs of regions; a
// trial may fail, so it counts for what Context::mayBeTried says alone.
#pragma once

#include "planning/Context.h"
#include "planning/Findings.h"

#include <map>

namespace hocket::planning {

/// Remembers what it found.
class TriedWork {
public:
  explicit TriedWork(const Context &context) : context_(context) {}

  /// How much of the node's work trials of loops may save, those of called
  /// functions included; 0 to 1.
  double savedOf(ir::NodeId node);

private:
  double size(ir::NodeId node, unsigned depth);
  double sizeOf(ir::FunctionId function, unsigned depth);

  const Context &context_;
  std::map<ir::FunctionId, double> functions_;
};

/// Loops that may gain more when they are tried than what the region makes of
/// them.
/// \param sequential as sequentialNs() has it
/// \returns whether there is one that is new
bool leaveTriedOutside(const Context &context, const PlannedRegion &r,
                       const std::vector<double> &sequential, TriedWork &tried,
                       Findings &findings);

/// Loops in which all regions together gain less than a trial may.
void leaveTriedAlone(const Context &context,
                     const std::vector<PlannedRegion> &regions,
                     Findings &findings);

} // namespace hocket::planning
