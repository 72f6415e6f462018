// SPDX-License-Identifier: Apache-2.0
//
// A speculative loop in the user's function: what asks the runtime how far to
// go and where to go on, around a body that stays as it is.
#pragma once

#include "codegen/speculation/SpeculativeNames.h"
#include "ir/Text.h"

namespace hocket::codegen {

/// Beside the user's loop, which runs where nobody asks: it loses nothing then,
/// as compilers see it. Where it cannot stand beside a copy, it becomes what
/// the copy would be.
///
/// \param calls what is put into the copy's body (copies/CalleeTwins.h)
ir::Replacements triedLoop(const SpeculativeNames &names,
                           const ir::Replacements &calls);

/// The text can stand in its function twice.
bool mayStandTwice(const SpeculativeNames &names);

} // namespace hocket::codegen
