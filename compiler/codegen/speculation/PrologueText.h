// SPDX-License-Identifier: Apache-2.0
//
// The prologues of a tried loop's iterations, for copies that begin with those
// of the iterations before theirs: a clone without marks, and clones of the
// functions that it calls.
#pragma once

#include "codegen/speculation/MarkedText.h"
#include "codegen/speculation/SpeculativeNames.h"

#include <string>

namespace hocket::codegen {

bool hasPrologue(const SpeculativeNames &names);

/// The function's name.
std::string prologueName(const SpeculativeNames &names);

/// Empty: there is none.
std::string prologueDeclaration(const SpeculativeNames &names);

/// The function and what it calls; empty: there is none.
/// \param callees the clones with marks, for calls through pointers
std::string prologueText(const SpeculativeNames &names,
                         const MarkedText::Callees &callees,
                         ApplyFunctions &applies);

} // namespace hocket::codegen
