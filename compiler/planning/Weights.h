// SPDX-License-Identifier: Apache-2.0
//
// The numbers that profitability decides by, read off a planned region.
//
// Needs: a region with costs and a schedule. Promises: plain numbers and
// answers, and no decision.
#pragma once

#include "planning/Context.h"
#include "profitability/Weigh.h"

#include <vector>

namespace hocket::planning {

/// Of the fastest core; ns.
double fastestNs(const std::vector<double> &ns);

/// What each level of a region takes on one core, once; ns, by level.
std::vector<double> sequentialNs(const PlannedRegion &r);

/// The level pays with all of its waits; both sides of a branch together, if
/// it is known what they do.
/// \param sequential as sequentialNs() has it
bool levelPays(const Context &context, const PlannedRegion &r,
               taskgraph::LevelIndex level,
               const std::vector<double> &sequential);

/// The region as a whole.
profitability::RegionWork workOf(const Context &context,
                                 const PlannedRegion &r);

/// Some loop in the node has not the same constant number of iterations always.
bool hasSymbolicTrips(const Context &context, ir::NodeId node);

/// A chunked loop of a region.
/// \param sequential as sequentialNs() has it
profitability::ChunkedLoop chunkedLoop(const Context &context,
                                       const PlannedRegion &r,
                                       taskgraph::TaskId task,
                                       const std::vector<double> &sequential);

/// A loop of a region whose iterations overlap, and the hand-over that counts
/// for it: where the entry tests how long iterations take, waits are weighed
/// there; ns.
struct PipelineWeights {
  profitability::PipelinedLoop loop;
  double syncNs = 0;
};
PipelineWeights pipelinedLoop(const Context &context, const PlannedRegion &r,
                              taskgraph::TaskId task);

} // namespace hocket::planning
