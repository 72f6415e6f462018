// SPDX-License-Identifier: Apache-2.0
//
// Conditions of branches that call functions, as statements of their own.
//
// Every core that follows a branch evaluates its condition, so one that calls a
// function, for a long time or with effects, ends the expansion of the branch:
// all of it is one macro-task. `if (check(x)) A else B` is therefore written as
//
//   { int condition_1 = ((check(x)) != 0); if (condition_1) A else B }
//
// where `check` is a macro-task of one core, which hands its value to all that
// follow the branch, and what is in A and B is scheduled where that is decided.
//
// Needs: a Program with Effects. Promises: the new text means the same: nothing
// stands between the two statements, and the condition is evaluated once, each
// time, as before.
#pragma once

#include "analysis/Effects.h"
#include "ir/Program.h"
#include "ir/Text.h"

#include <set>
#include <string>

namespace hocket::inlining {

/// Branches whose conditions call functions that are defined in the program,
/// and whose sides hold loops or calls of functions with loops; of those that
/// can be written so. None in a function that jumps out of it.
std::set<ir::NodeId> branchesOnCalls(const ir::Program &program,
                                     const analysis::Effects &effects);

/// The text of the whole branch with its condition in front.
/// \param name of the variable, used nowhere in the unit
/// \param inside replaces parts of the branch's sides
ir::Replacement conditionInFront(const ir::Program &program, ir::NodeId branch,
                                 const std::string &name,
                                 ir::Replacements inside);

} // namespace hocket::inlining
