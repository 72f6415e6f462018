// SPDX-License-Identifier: Apache-2.0
//
// Calls that return a pointer that they were given.
//
// `must(malloc(n))` with `void *must(void *p) { if (!p) exit(1); return p; }`
// has the value of malloc's result; what points-to says of must's parameter is
// that of all its calls together. So where every `return` of a function gives
// the same parameter as it came, its calls' results are written as that
// argument.
//
// Needs: a Program fresh from the frontend. Promises: only expressions of
// statements with such calls are others, of the same values. Leaving it out
// costs precision alone.
#pragma once

#include "ir/Program.h"

namespace hocket::analysis {

void resolvePassThroughCalls(ir::Program &program);

} // namespace hocket::analysis
