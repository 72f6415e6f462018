// SPDX-License-Identifier: Apache-2.0
//
// How the returns of a function are written where its body stands in the place
// of a call: `return e;` at the end assigns the result; after `if (c) return
// e;` the rest of the block becomes the other side.
#pragma once

#include "ir/Text.h"

#include <optional>

namespace hocket::inlining {

/// What a return does.
struct ReturnText {
  std::string result; ///< variable for the value; empty: nobody needs it
  ir::Filler filler;
};

/// The replacements that take the place of all returns in the function's body;
/// nothing if there is one from which the end cannot be reached so.
std::optional<ir::Replacements> replaceReturns(const ir::Program &program,
                                               ir::FunctionId function,
                                               const ReturnText &text);

} // namespace hocket::inlining
