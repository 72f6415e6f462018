// SPDX-License-Identifier: Apache-2.0
//
// Trip counts of loops over a window around a value: `for (y = cy - 1; y <= cy
// + 1; y++)`. Nothing is constant there but the number of iterations.
#pragma once

#include "ir/Program.h"

#include <functional>

namespace hocket::analysis {

/// The one expression that a variable is ever assigned, or None.
using DefinitionOf = std::function<ir::ExprId(ir::ObjectId)>;

/// Most iterations of such a loop, which may end early where the window leaves
/// some range (`y = max(cy - 1, 0)`, also where a variable of the iteration
/// holds that: `end = min(i + 64, n)`); -1 if it is none. For guesses: that
/// nothing wraps around is not proved.
int64_t windowTrips(const ir::Program &program,
                    const DefinitionOf &definitionOf, ir::NodeId loop);

} // namespace hocket::analysis
