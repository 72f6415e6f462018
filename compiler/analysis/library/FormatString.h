// SPDX-License-Identifier: Apache-2.0
//
// The format of a printf or scanf call, read from the call's own text.
#pragma once

#include "ir/Program.h"

#include <optional>
#include <string>

namespace hocket::analysis {

/// The characters of argument `position` if it is nothing but string literals,
/// escapes kept as written. Empty: it is something else.
std::optional<std::string> literalArgument(const ir::Program &program,
                                           const ir::CallSite &call,
                                           unsigned position);

/// What a format lets the function do, beyond reading or writing plainly.
struct FormatTraits {
  bool stores = false;        ///< has %n: writes through an argument
  bool readsStrings = false;  ///< has %s, %S or %ls: reads through an argument
  bool readsErrno = false;    ///< has %m, in printf: prints its message
  bool showsPointers = false; ///< has %p: who reads the text has the pointer
};

/// \param format the characters between the quotes.
FormatTraits formatTraits(const std::string &format);

} // namespace hocket::analysis
