// SPDX-License-Identifier: Apache-2.0
//
// The levels of one region: which sequential loops and branches are expanded,
// which loops are chunked, which statements are replicated.
#pragma once

#include "taskgraph/CoreSpeeds.h"
#include "taskgraph/Region.h"
#include "taskgraph/RegionFacts.h"

#include <map>
#include <optional>
#include <set>

namespace hocket::taskgraph {

struct RegionRequest {
  ir::NodeId block = ir::NodeId::None;
  uint32_t first = 0, last = 0; ///< children of `block`, inclusive
  unsigned cores = 2;
  const std::set<ir::NodeId> &tooSmall; ///< not to be chunked or expanded
  const std::map<ir::NodeId, unsigned> &doacross; ///< RegionOptions::doacross
  const std::map<ir::NodeId, unsigned> &groups;   ///< RegionOptions::groups
  const std::set<ir::NodeId> &noPipelines; ///< RegionOptions::noPipelines
  const CoreSpeeds &speeds;
  /// RegionOptions::lineGrains; null: none
  const std::map<ir::NodeId, polyhedral::LineGrain> *lineGrains = nullptr;
  /// The cores are of clusters that are not coherent.
  bool isSpread = false;
};

/// Needs: every child in the run is regionable and declarations are movable.
/// Promises: a region that verify() accepts. A node whose control cannot be
/// replicated is collapsed to a Whole task, and the rest is decided anew.
/// Empty: the run holds nothing that could run in parallel.
std::optional<Region> buildLevels(const RegionFacts &facts,
                                  const RegionRequest &request);

} // namespace hocket::taskgraph
