// SPDX-License-Identifier: Apache-2.0
//
// Which functions run where: in loops, or outside of all regions.
//
// Needs: a Program, with the calls of its statements. Promises: an
// over-approximation; a function of which nobody knows who calls it may run
// anywhere.
#pragma once

#include "analysis/Effects.h"
#include "ir/Program.h"

#include <set>
#include <vector>

namespace hocket::planning {

/// Functions that some loop may call, directly or not.
std::set<ir::FunctionId>
functionsCalledInLoops(const ir::Program &program,
                       const analysis::Effects &effects);

/// Functions that may run while none of the regions does.
/// \param regions their text
std::set<ir::FunctionId>
functionsRunOutside(const ir::Program &program,
                    const std::vector<ir::TextRange> &regions);

} // namespace hocket::planning
