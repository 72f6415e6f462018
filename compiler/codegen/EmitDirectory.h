// SPDX-License-Identifier: Apache-2.0
//
// Emitted units as C files for people and for any C compiler: system headers
// are included again instead of standing there expanded, line markers become
// #line, and our declarations come from <hocket/abi.h>.
#pragma once

#include "codegen/EmitProgram.h"

#include <string>
#include <vector>

namespace hocket::codegen {

/// \param unit as emitProgram made it. \param featureMacros `#define` lines
/// that the user's file has and system headers look at, put at the top.
std::string readableUnit(const EmittedUnit &unit,
                         const std::string &featureMacros);

} // namespace hocket::codegen
