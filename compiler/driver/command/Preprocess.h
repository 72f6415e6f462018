// SPDX-License-Identifier: Apache-2.0
//
// The C files of a command, as the compiler behind hocketcc sees them: what is
// analysed is what will be compiled, with that compiler's headers and macros.
#pragma once

#include "driver/command/Options.h"
#include "driver/system/Compiler.h"
#include "driver/system/TempFiles.h"

#include <string>
#include <vector>

namespace hocket::driver {

struct Preprocessed {
  /// False: the compiler refused a file. Its own run of the whole command then
  /// says so best, and with the right exit status.
  bool isOk = true;
  std::vector<std::string> texts; ///< of each C input, in order
  std::string messages;           ///< warnings of the preprocessor
};

Preprocessed preprocess(const Options &options, const Compiler &compiler,
                        TempFiles &temp);

/// For each C input the `#define` lines of names with a leading underscore that
/// the user's own files have (_GNU_SOURCE and its like): what system headers
/// look at, for text that includes them again.
std::vector<std::string> featureMacros(const Options &options,
                                       const Compiler &compiler);

} // namespace hocket::driver
