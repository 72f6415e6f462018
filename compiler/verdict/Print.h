// SPDX-License-Identifier: Apache-2.0
//
// Stable text of the verdicts, for --print-after=polyhedral.
#pragma once

#include "verdict/LoopVerdict.h"

#include <functional>
#include <string>

namespace llvm {
class raw_ostream;
}

namespace hocket::polyhedral {

/// How a run-time check's tree is written: codegen/text/CheckText.h.
using CheckWriter = std::function<std::string(const CheckExpr &)>;

/// One line for each loop, then indented lines for what its kind takes.
void print(const ir::Program &program, const std::vector<LoopVerdict> &verdicts,
           const CheckWriter &write, llvm::raw_ostream &out);

} // namespace hocket::polyhedral
