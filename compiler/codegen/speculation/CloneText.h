// SPDX-License-Identifier: Apache-2.0
//
// What clones of tried loops and of the functions that they call have in
// common.
#pragma once

#include "codegen/speculation/MarkedText.h"
#include "codegen/speculation/SpeculativeNames.h"

#include <string>

namespace hocket::codegen {

/// How the loop's clones name variables of the function around: empty, as the
/// user does.
ir::Filler namesInClone(const SpeculativeNames &names);

/// A function with this head, up to its loop: the frame, copies of variables,
/// the iteration that it begins with.
std::string openClone(const SpeculativeNames &names, const std::string &head);

/// Where the user has the part of the loop's body that begins like this range.
std::string lineOf(const SpeculativeNames &names, const ir::TextRange &part);

/// From here on the text is nobody's.
std::string behindClone(const SpeculativeNames &names);

/// The head of a function's clone. Short functions are written out in place, as
/// compilers do it with the user's: marks make them longer than they allow.
std::string cloneHeader(const ir::Program &program,
                        const speculation::InstrumentedFunction &function,
                        const MarkedText::Callees &callees);

/// The clone; adds to the functions that it needs.
std::string cloneOf(const ir::Program &program,
                    const speculation::InstrumentedFunction &function,
                    const MarkedText::Callees &callees,
                    const std::string &prefix, ApplyFunctions &applies);

} // namespace hocket::codegen
