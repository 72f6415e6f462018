// SPDX-License-Identifier: Apache-2.0
//
// --emit=DIR: the per-core C of the program with all that is needed to build it
// with any C compiler: libhocket's sources and a CMakeLists.txt.
#pragma once

#include "codegen/EmitProgram.h"
#include "driver/OutputFile.h"
#include "driver/command/Options.h"
#include "driver/units/EmittedTexts.h"

#include <string>
#include <vector>

namespace hocket::driver {

/// \param featureMacros of each unit, see codegen::readableUnit; as many as
/// units.
/// \param emitted how they are compiled and linked
/// Throws UserError if libhocket's sources are not beside the program.
std::vector<OutputFile>
emittedFiles(const std::vector<codegen::EmittedUnit> &units,
             const std::vector<std::string> &featureMacros,
             const EmittedTexts &emitted, const Options &options);

} // namespace hocket::driver
