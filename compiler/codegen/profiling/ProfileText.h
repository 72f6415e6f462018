// SPDX-License-Identifier: Apache-2.0
//
// The program of --profile-generate: the user's own text, sequential, with
// counters at its loops, branches and calls.
//
// What is put in costs little. A loop counts its iterations in a variable of
// its own, which a compiler replaces by the trip count where that is known on
// entry, and adds them to its counter once for each run. What is left is by
// `cleanup`, so that `break`, `return` and `goto` are as good as the loop's
// end; only where a call in the loop may not come back (exit), each iteration
// is counted in memory. What runs once in each iteration of a counted loop does
// not count its runs. Branches are counted where their sides call something or
// hold loops, or outside of loops in `main` and in recursive functions; calls
// of functions with nested loops or recursion, and from `main`. Timed are the
// loops that could be tasks: parallel ones in no other parallel one, sequential
// ones with loops or calls inside, and those of `main`; and calls as
// statements. Short ones are timed rarely (hocket/abi_profile.h).
#pragma once

#include "analysis/Effects.h"
#include "codegen/EmitProgram.h"
#include "profile/Places.h"

#include <string>
#include <vector>

namespace hocket::codegen {

struct ProfileTextOptions {
  std::string path; ///< where the program writes its profile
  std::string chip; ///< it is compiled for
};

/// All units of the program; those without places as they are.
std::vector<EmittedUnit>
emitProfiled(const ir::Program &program, const analysis::Effects &effects,
             const std::vector<polyhedral::LoopVerdict> &verdicts,
             const ProfileTextOptions &options);

} // namespace hocket::codegen
