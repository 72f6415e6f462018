// SPDX-License-Identifier: Apache-2.0
//
// What is inside of what, calls included: loops that are tried, regions, and a
// loop that may be.
#pragma once

#include "ir/Program.h"
#include "speculation/loop/SpeculativeLoop.h"

#include <vector>

namespace hocket::speculation {

/// Regions are inside that are worth more than what a trial costs.
/// \param reached functions that the loop may call; sorted
bool isLeftToRegions(const ir::Program &program,
                     const std::vector<TakenText> &taken, ir::NodeId loop,
                     const std::vector<ir::FunctionId> &reached);

/// It comes to a loop that is tried.
/// \param reached as above
bool isAroundOne(const ir::Program &program,
                 const std::vector<SpeculativeLoop> &loops, ir::NodeId loop,
                 const std::vector<ir::FunctionId> &reached);

/// A loop that is tried comes to this one.
bool isWithinOne(const ir::Program &program,
                 const std::vector<SpeculativeLoop> &loops, ir::NodeId loop);

} // namespace hocket::speculation
