// SPDX-License-Identifier: Apache-2.0
//
// Stable text of the IR, for --print-after and the tests; and its checks.
#pragma once

#include "ir/Program.h"

#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace hocket::ir {

/// The whole program: objects, then each function's tree with its accesses.
void print(const Program &program, llvm::raw_ostream &out);

/// One expression, as in "(a + 8 * (i * n + j))"; variables by name.
std::string toString(const Program &program, ExprId expr);

/// Problems of a malformed program (dangling ids, ranges outside the text,
/// holes out of order, operands not before their user). Empty: well formed.
std::vector<std::string> verify(const Program &program);

} // namespace hocket::ir
