// SPDX-License-Identifier: Apache-2.0
//
// Over which loops to distribute one: the groups of BodyGroups.h, put together
// again where that costs no parallelism, so that few loops come out.
#pragma once

#include "loops/context/LoopOptions.h"
#include "splitting/SplitLoop.h"
#include "verdict/LoopVerdict.h"

#include <set>
#include <vector>

namespace hocket::polyhedral {

/// Positions of the statements in the body for each new loop, in an order that
/// respects the dependences. Empty: no part of the loop would be parallel.
std::vector<std::set<std::size_t>>
distribution(MutableProgram in, ir::NodeId loop, const LoopOptions &options);

} // namespace hocket::polyhedral
