// SPDX-License-Identifier: Apache-2.0
//
// Assignments of which the place itself is an operand, `h = h * 31u + v`: a
// digest, a mean that goes on. A copy of the process that notes the other
// operands leaves the rest to the program, which does it in order.
#pragma once

#include "speculation/loop/SpeculativeLoop.h"

namespace hocket::speculation {

/// A Defer mark for the write, if the statement is `target = formula` alone,
/// and all that the formula needs besides the target are a few numbers; else a
/// mark without an operator.
/// \param write of an assignment
MemoryMark formulaOf(const ir::Program &program, const ir::Stmt &stmt,
                     const ir::Access &write);

/// By its type's name: a number whose values updates that are put off compute
/// with.
bool isNumberType(const std::string &type);

/// It is at an operand of the formula, or of the text around.
bool isOperandOf(const ir::TextRange &text, const MemoryMark &formula);

} // namespace hocket::speculation
