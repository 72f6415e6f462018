// SPDX-License-Identifier: Apache-2.0
//
// Parses one preprocessed unit with Clang, in memory and in silence.
#pragma once

#include "frontend/SourceInput.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace clang {
class ASTContext;
}

namespace hocket::frontend {

/// Calls `visit` with the unit's AST, which dies afterwards. Returns why Clang
/// could not read the unit, in one line; empty if it could.
std::string parseUnit(const SourceInput &input,
                      llvm::function_ref<void(clang::ASTContext &)> visit);

} // namespace hocket::frontend
