// SPDX-License-Identifier: Apache-2.0
//
// Functions that a compiler inlines because one call is all there is: a region
// doubles that call (a task has it, and the sequential version), and then even
// a large hot function would stay behind a call, slower than in the user's
// program and perhaps with other fusing of products and sums across its border.
// So these, and what they alone call, are declared always_inline, if they
// compute floating-point numbers or cannot have twins (copies/CalleeTwins.h),
// which leave the choice, and when it is made, to the compiler. A function that
// divides its work stands there twice, too.
#pragma once

#include "ir/Program.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace hocket::codegen {

/// Static functions by their unit and name, which stay when texts are rewritten
/// and read again.
using FunctionNames = std::set<std::pair<ir::UnitId, std::string>>;

/// Of the user's own program: static functions of one call in their unit.
FunctionNames namesCalledOnce(const ir::Program &program);

/// In order of the functions. Those of `once` whose call lies in one of
/// `doubled` or in a function listed here, or is by now none or several, as it
/// or what is around it was written out in place; none that a compiler would
/// not inline for other reasons (much on its stack, `alloca`, attributes), or
/// that would stand in too many places, or computes no floating-point
/// numbers and is called in a function that calls itself.
std::vector<ir::FunctionId>
calledOnce(const ir::Program &program, const FunctionNames &once,
           const std::vector<ir::TextRange> &doubled);

/// Products and sums in it may be fused.
bool computesFloats(const ir::Program &program, ir::FunctionId function);

/// The declaration that asks for inlining; it can stand before the definition.
std::string inlineDeclaration(const ir::Program &program,
                              ir::FunctionId function);

} // namespace hocket::codegen
