// SPDX-License-Identifier: Apache-2.0
//
// `#pragma hocket ...` in the text of a unit.
#pragma once

#include "ir/Program.h"

#include <string_view>
#include <vector>

namespace hocket::ir {

struct OwnPragma {
  uint32_t begin = 0, end = 0; ///< its line, without the end of line
  std::string_view text;       ///< behind its name, without blanks around it
};

/// Those of a name, `deadline`, or all if it is empty, in order of text.
/// \param text preprocessed; the result refers to it
std::vector<OwnPragma> ownPragmas(std::string_view text, std::string_view name);

/// Blanks, line markers and pragmas alone.
bool isBetweenLines(std::string_view text);

/// Where the user wrote what stands at a byte of the unit's text.
SourceLocation locationOf(const Unit &unit, uint32_t offset);

} // namespace hocket::ir
