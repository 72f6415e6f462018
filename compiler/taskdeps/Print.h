// SPDX-License-Identifier: Apache-2.0
//
// Stable text of the dependences among a region's tasks.
#pragma once

#include "taskdeps/RegionDependences.h"

namespace llvm {
class raw_ostream;
}

namespace hocket::polyhedral {

/// One line for each dependence: "0 -> 1 flow 'a' same carried 0x1 chunks ...".
void print(const ir::Program &program, const RegionShape &region,
           const std::vector<TaskDependence> &dependences,
           llvm::raw_ostream &out);

} // namespace hocket::polyhedral
