// SPDX-License-Identifier: Apache-2.0
//
// Branches that keep the extreme so far and what belongs to it.
#pragma once

#include "frontend/unit/UnitReader.h"

#include "clang/AST/Stmt.h"

#include <optional>

namespace hocket::frontend {

/// See ir::Selection. What the targets are assigned may read memory;
/// whether it can be evaluated more often is for the reader to decide.
std::optional<ir::Selection> findSelection(UnitReader &unit,
                                           const clang::IfStmt *s);

} // namespace hocket::frontend
