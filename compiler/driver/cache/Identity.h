// SPDX-License-Identifier: Apache-2.0
//
// What decides besides the command and the texts: our own code, the compiler
// behind, and where they run. Whatever is not known to be without effect is
// part of it.
#pragma once

#include "driver/cache/Key.h"
#include "driver/system/Compiler.h"

#include <optional>
#include <string>
#include <vector>

namespace hocket::driver {

/// The program that runs and its libraries, by what their linkers say that they
/// are made of.
std::string ownCode();

/// The directory, the environment, and the processor.
void addSurroundings(Key &key);

/// The compiler's programs and what it makes of these options, as it tells:
/// with `native` it names this processor. Nothing where it may do anything, as
/// a script, or where some option names a file or has files written.
std::optional<std::string>
compilerIdentity(const Compiler &compiler,
                 const std::vector<std::string> &flags);

} // namespace hocket::driver
