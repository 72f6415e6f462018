// SPDX-License-Identifier: Apache-2.0
//
// The last step: the emitted C through the user's own compiler and linker, with
// libhocket. Promise: where this does not work but the user's own command
// would, that command is run instead, and a note says so.
#pragma once

#include "driver/TargetMachine.h"
#include "driver/command/Options.h"
#include "driver/system/Compiler.h"
#include "driver/system/TempFiles.h"
#include "driver/units/EmittedTexts.h"

#include <string>
#include <vector>

namespace hocket::driver {

/// The user's command as it stands, less our own options; does not return.
int compileAsIs(const Options &options, const Compiler &compiler);

/// \returns why programs for that machine cannot be linked with our runtime:
/// there is none for it; empty if they can.
std::string whyNoRuntime(const Options &options, const TargetMachine &target);

/// What the user can do about it; empty where that is not known.
std::string runtimeHelp(const Options &options, const TargetMachine &target);

/// Options and libraries of the link that bring the runtime in. Throws
/// UserError for a launcher that there is not.
std::vector<std::string> runtimeWords(const Options &options,
                                      const Compiler &compiler,
                                      const TargetMachine &target);

/// What we made of the program was refused, `run` says how: builds the program
/// by the user's own command and says whose mistake it is.
/// \param temp files of ours, which are not needed any more
/// \returns the exit status.
int afterRefusal(const Options &options, const Compiler &compiler,
                 const Compiler::Result &run, TempFiles &temp);

/// Compiles and links what was emitted.
/// \param messages of the preprocessor, for the user to see.
/// \returns the exit status of the compiler.
int compileUnits(const Options &options, const Compiler &compiler,
                 const TargetMachine &target, const EmittedTexts &emitted,
                 const std::string &messages, TempFiles &temp);

} // namespace hocket::driver
