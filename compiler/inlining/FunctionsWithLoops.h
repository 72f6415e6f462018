// SPDX-License-Identifier: Apache-2.0
//
// What may take long: loops, and calls of functions that have some.
#pragma once

#include "analysis/Effects.h"
#include "ir/Program.h"

#include <vector>

namespace hocket::inlining {

/// By FunctionId: it, or what it may call, has loops.
std::vector<char> functionsWithLoops(const ir::Program &program,
                                     const analysis::Effects &effects);

/// The node is a loop, has one, or calls a function with loops.
/// \param withLoops of functionsWithLoops()
bool hasLoops(const ir::Program &program, ir::NodeId node,
              const std::vector<char> &withLoops);

/// The node's own statements call a function with loops.
bool callsLoops(const ir::Program &program, ir::NodeId node,
                const std::vector<char> &withLoops);

} // namespace hocket::inlining
