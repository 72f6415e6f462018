// SPDX-License-Identifier: Apache-2.0
//
// A speculative loop in the user's function: what asks the runtime how far to
// go and where to go on, around a body that stays as it is.
#pragma once

#include "codegen/speculation/SpeculativeNames.h"
#include "ir/Text.h"

namespace hocket::codegen {

/// What is put into texts that stand there once more (copies/CalleeTwins.h).
struct TriedCalls {
  ir::Replacements inBody, inEpilogues;
};

/// In front of the user's loop, which goes on where nobody runs ahead, or not
/// any more: it loses nothing then, as compilers see it. Where it cannot stand
/// beside a second text, it becomes what that would be.
ir::Replacements triedLoop(const SpeculativeNames &names,
                           const TriedCalls &calls);

/// The text can stand in its function twice.
bool mayStandTwice(const SpeculativeNames &names);

} // namespace hocket::codegen
