// SPDX-License-Identifier: Apache-2.0
//
// `-c`: objects as the compiler makes them, that carry their units besides.
#pragma once

#include "driver/command/Options.h"
#include "driver/system/Compiler.h"

#include <optional>
#include <string>

namespace hocket::driver {

/// The command makes objects of C files, and no more than that.
bool isCompileOnly(const Options &options);

/// Why they carry nothing; empty if they do.
std::string whyNotCarried(const Options &options);

/// Runs the command, and has its objects carry their units. What goes wrong
/// with those is a warning: the objects stand.
/// \param status gets the compiler's, as soon as it has run.
void compileCarrying(const Options &options, const Compiler &compiler,
                     std::optional<int> &status);

} // namespace hocket::driver
