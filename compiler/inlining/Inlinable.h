// SPDX-License-Identifier: Apache-2.0
//
// Which functions can stand in the place of a call as text, and which calls
// they can stand in for.
#pragma once

#include "analysis/Effects.h"
#include "ir/CallInstance.h"

#include <string>

namespace hocket::inlining {

/// Empty if the function's body means the same in the place of a call, apart
/// from its returns and what names of the caller it could meet; else why not.
std::string whyNotInlinable(const ir::Program &program,
                            const analysis::Effects &effects,
                            ir::FunctionId function);

/// Empty if the statement can be run after the call's body, with the result in
/// the call's place; else why not.
std::string whyNotInPlace(const ir::Program &program,
                          const ir::CallPoint &place);

} // namespace hocket::inlining
