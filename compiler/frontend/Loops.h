// SPDX-License-Identifier: Apache-2.0
//
// Which loops are counted.
#pragma once

#include "frontend/unit/FunctionFacts.h"

#include "clang/AST/Stmt.h"

namespace hocket::frontend {

/// Fills `counted` or `notCounted` of a loop's node. The tree around it is
/// complete, its exits known.
void countLoop(UnitReader &unit, const FunctionFacts &facts,
               const clang::Stmt *loop, ir::NodeId node);

} // namespace hocket::frontend
