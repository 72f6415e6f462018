// SPDX-License-Identifier: Apache-2.0
//
// Counting loops whatever their spelling: `while (n--)`, `do ... while (p !=
// end)`, `for (;;)` headers without some part, several variables in the header.
#pragma once

#include "frontend/unit/UnitReader.h"

#include "clang/AST/OperationKinds.h"
#include "clang/AST/Stmt.h"

namespace hocket::frontend {

/// Why a loop is not counted.
struct NotCounted {
  std::string why;
};

/// A loop to be counted.
struct LoopHead {
  const clang::Stmt *loop = nullptr;
  const clang::Expr *condition = nullptr; ///< what is to count it; null: none
  ir::NodeId node = ir::NodeId::None;
};

/// How a counter is compared with its bound. Throws NotCounted.
/// \param isSwapped the bound stands on the left
ir::Compare compareOf(clang::BinaryOperatorKind op, bool isSwapped);

/// The count of a loop that is not plain (see ir::Counted). The tree around it
/// is complete. Throws NotCounted.
ir::Counted countForm(UnitReader &unit, const LoopHead &head);

} // namespace hocket::frontend
