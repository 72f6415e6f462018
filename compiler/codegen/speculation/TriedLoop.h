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
ir::Replacements triedLoop(const SpeculativeNames &names);

} // namespace hocket::codegen
