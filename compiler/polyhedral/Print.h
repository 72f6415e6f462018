// SPDX-License-Identifier: Apache-2.0
//
// Stable text of this stage's results, for --print-after=polyhedral.
#pragma once

#include "polyhedral/LoopKinds.h"
#include "polyhedral/regions/RegionDependences.h"

namespace llvm {
class raw_ostream;
}

namespace hocket::polyhedral {

/// One line for each loop, then indented lines for what its kind takes.
void print(const ir::Program &program, const std::vector<LoopVerdict> &verdicts,
           llvm::raw_ostream &out);

/// One line for each dependence: "0 -> 1 flow 'a' same carried 0x1 chunks ...".
void print(const ir::Program &program, const RegionShape &region,
           const std::vector<TaskDependence> &dependences,
           llvm::raw_ostream &out);

} // namespace hocket::polyhedral
