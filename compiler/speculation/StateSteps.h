// SPDX-License-Identifier: Apache-2.0
//
// Statements by which a state goes on to the next one: a count, the seed of a
// generator of random numbers. What iterations pass on so, copies of the
// process foresee (docs/runtime/speculation.md, "values that follow a rule"),
// if each iteration makes equally many steps. Guesses: nothing depends on them
// but which loops are tried.
#pragma once

#include "ir/Program.h"

namespace hocket::speculation {

/// The write, of an integer or a pointer by a statement of `function`, gives it
/// a value that follows from what the place held before and from constants:
/// `x++`, `p += 2`, `*s = *s * a + c`, also by way of local variables. Pointers
/// that lead to the place may be anything.
bool isStateStep(const ir::Program &program, ir::FunctionId function,
                 const ir::Stmt &stmt, const ir::Access &write);

} // namespace hocket::speculation
