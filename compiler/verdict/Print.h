// SPDX-License-Identifier: Apache-2.0
//
// Stable text of the verdicts, for --print-after=polyhedral.
#pragma once

#include "verdict/LoopVerdict.h"

namespace llvm {
class raw_ostream;
}

namespace hocket::polyhedral {

/// One line for each loop, then indented lines for what its kind takes.
void print(const ir::Program &program, const std::vector<LoopVerdict> &verdicts,
           llvm::raw_ostream &out);

} // namespace hocket::polyhedral
