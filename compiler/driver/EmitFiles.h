// SPDX-License-Identifier: Apache-2.0
//
// --emit=DIR: the per-core C of the program with all that is needed to build it
// with any C compiler: libhocket's sources and a CMakeLists.txt. And the
// schedules that it keeps to, for `hocket schedule` and `hocket simulate`.
#pragma once

#include "codegen/EmitProgram.h"
#include "driver/OutputFile.h"
#include "driver/command/Options.h"
#include "driver/units/EmittedTexts.h"
#include "planning/PlannedProgram.h"

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

/// In a folder "schedules", a file for each level of each region: what its
/// scheduler was given, and its schedule.
std::vector<OutputFile> scheduleFiles(const ir::Program &program,
                                      const planning::PlannedProgram &planned,
                                      const Options &options);

} // namespace hocket::driver
