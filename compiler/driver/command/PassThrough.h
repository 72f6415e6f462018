// SPDX-License-Identifier: Apache-2.0
//
// The commands that go to the compiler as they are, and why.
#pragma once

#include "driver/command/Arguments.h"

#include <string>
#include <vector>

namespace hocket::driver {

/// \returns why the command is not one of compiling and linking an ordinary C
/// program, in words that complete "compiled as it is: "; empty if it is one.
std::string passThroughReason(const std::vector<Argument> &arguments);

} // namespace hocket::driver
