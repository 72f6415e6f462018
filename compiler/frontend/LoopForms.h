// SPDX-License-Identifier: Apache-2.0
//
// Counting loops whatever their spelling: `while (n--)`, `do ... while (p !=
// end)`, `for (;;)` headers without some part, several variables in the header.
#pragma once

#include "frontend/UnitReader.h"

#include "clang/AST/Stmt.h"

namespace hocket::frontend {

/// Why a loop is not counted.
struct NotCounted {
  std::string why;
};

/// The count of a loop that is not plain (see ir::Counted). The tree around it
/// is complete, its exits known. Throws NotCounted.
ir::Counted countForm(UnitReader &unit, const clang::Stmt *loop,
                      ir::NodeId node);

} // namespace hocket::frontend
