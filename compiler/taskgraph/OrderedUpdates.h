// SPDX-License-Identifier: Apache-2.0
//
// How many updates a pipeline with ordered updates puts down (a guess, where
// trip counts are), and the blocks that follow from that.
#pragma once

#include "taskgraph/RegionFacts.h"

namespace hocket::taskgraph {

/// Updates of the target, by a log, in one iteration of the loop.
double orderedUpdates(const RegionFacts &facts, ir::NodeId loop,
                      const polyhedral::ReductionObject &target);

/// Iterations of a block, at most: they fill half a log.
unsigned orderedBlock(const RegionFacts &facts, ir::NodeId loop);

} // namespace hocket::taskgraph
