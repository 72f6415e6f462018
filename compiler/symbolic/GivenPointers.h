// SPDX-License-Identifier: Apache-2.0
//
// Local pointers that each iteration of a loop sets in one place before it uses
// them: `g = &bins[key[i]];`.
#pragma once

#include "dataflow/ProgramIndex.h"

#include <optional>

namespace hocket::polyhedral {

/// A value, and the statement that evaluates it.
struct GivenPointer {
  ir::ExprId value = ir::ExprId::None;
  ir::StmtId at = ir::StmtId::None;
};

/// What the pointer holds wherever the loop reads it: what the same iteration
/// was given last, always from one place. Nothing for any other pointer.
std::optional<GivenPointer> givenTo(const ProgramIndex &index, ir::NodeId loop,
                                    ir::ObjectId pointer);

} // namespace hocket::polyhedral
