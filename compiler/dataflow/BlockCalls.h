// SPDX-License-Identifier: Apache-2.0
//
// Calls of the C library that touch as many bytes as an argument says, from
// where another one points: memcpy and its like.
#pragma once

#include "analysis/Effects.h"
#include "ir/Program.h"

#include <optional>
#include <vector>

namespace hocket {

/// `scale * size` bytes from `from`; `size` is an integer of a type as wide as
/// a pointer.
struct BlockAccess {
  ir::ExprId from = ir::ExprId::None;
  ir::ExprId size = ir::ExprId::None;
  int64_t scale = 1;
  bool isWrite = false;
  /// All those bytes are touched each time the statement runs.
  bool isSure = false;
};

/// All that the call touches through its arguments; empty: it is no such call.
std::vector<BlockAccess> blocksOf(const ir::Program &program,
                                  const ir::CallSite &call);

/// The block that the item stands for; nothing if it stands for none, or it is
/// not clear for which.
std::optional<BlockAccess> blockOf(const ir::Program &program, ir::StmtId stmt,
                                   const analysis::EffectItem &item);

} // namespace hocket
