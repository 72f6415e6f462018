// SPDX-License-Identifier: Apache-2.0
//
// Parses one preprocessed unit with Clang, in memory and in silence.
#pragma once

#include "frontend/SourceInput.h"

#include <cstddef>
#include <memory>
#include <string>

namespace clang {
class ASTContext;
}

namespace hocket::frontend {

struct ParsedUnit {
  /// Why Clang could not read the unit, in one line; empty if it could.
  std::string problem;
  /// The unit's syntax tree; null if there is a problem.
  clang::ASTContext *tree = nullptr;
  std::shared_ptr<void> owner; ///< of the tree and of what it points into
  std::size_t bytes = 0;       ///< that the tree takes, about
};

ParsedUnit parseUnit(const SourceInput &input);

} // namespace hocket::frontend
