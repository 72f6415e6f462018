// SPDX-License-Identifier: Apache-2.0

#include "frontend/floats/FloatingPoint.h"

#include "clang/AST/Expr.h"

#include <algorithm>

namespace hocket::frontend {

bool computesFloats(const clang::Stmt *text) {
  if (!text)
    return false;
  if (const auto *e = llvm::dyn_cast<clang::Expr>(text))
    if (e->getType()->hasFloatingRepresentation())
      return true;
  return std::any_of(text->child_begin(), text->child_end(), computesFloats);
}

} // namespace hocket::frontend
