// SPDX-License-Identifier: Apache-2.0
//
// Finds the sums and products that ir/FloatSums.h speaks of.
#pragma once

#include "frontend/unit/UnitReader.h"

namespace hocket::frontend {

/// Those of an expression, or of what initializes a variable.
/// \param declared the variable, or null
ir::FloatOperations findFloatSums(UnitReader &unit, const clang::Expr *e,
                                  const clang::VarDecl *declared = nullptr);

} // namespace hocket::frontend
