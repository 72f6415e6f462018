// SPDX-License-Identifier: Apache-2.0
//
// Which of a statement's accesses are the operand and the result of its update,
// and nothing else.
#pragma once

#include "dataflow/ProgramIndex.h"

#include <vector>

namespace hocket::polyhedral {

/// The update that a statement is part of: its own, or that of a branch.
const ir::Update *updateOf(const ProgramIndex &index, ir::StmtId stmt);

/// The item is the update's target as an operand or result of the operation: it
/// is spelled as the target is. The front end saw to it that the updating value
/// does not contain that spelling; another spelling of the same memory, as in
/// `s += *&s`, is another access.
bool isTargetOf(const ProgramIndex &index, const ir::Update &update,
                const analysis::EffectItem &item);

} // namespace hocket::polyhedral
