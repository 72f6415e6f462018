// SPDX-License-Identifier: Apache-2.0
//
// Calls written out in place, so that the loops of called functions can be
// levels of the caller's regions.
//
// A region is a part of one function. Where a time loop calls `step(a, b, n)`
// and the parallel loops are in `step`, the region would be inside, and all
// cores would meet twice in each step. So the text of such a callee is put in
// the place of the call: its parameters become variables that start with the
// arguments, a return assigns the result. The new text is read like any other,
// and no later stage knows. (Inline substitution; Allen and Johnson,
// "Compiling C for vectorization, parallelization, and inline expansion",
// 1988.)
//
// Needs: a Program with Effects and loop verdicts. Promises: the new text means
// the same as the old one to gcc and Clang; calls are inlined only inside
// loops that are sequential, or where the options name them, and only of
// functions that hold parallel loops.
// The size of all copies together is bounded.
#pragma once

#include "analysis/Effects.h"
#include "ir/CallInstance.h"
#include "ir/Text.h"
#include "verdict/LoopVerdict.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace hocket::inlining {

struct InlinedCall {
  std::string callee, caller;
  SourceLocation location;            ///< of the statement
  ir::NodeId node = ir::NodeId::None; ///< that, in the program as it was
};

struct Inlining {
  std::vector<std::string> texts; ///< of all units; empty: nothing written out
  std::vector<InlinedCall> calls; ///< in order of text
  std::vector<ir::NodeId> conditions; ///< of the program as it was
  /// What turns parts of the new texts back into the statements that stood
  /// there, by unit, in order of text.
  std::map<ir::UnitId, ir::Replacements> originals;
};

struct InliningOptions {
  /// The compiler may fuse products and sums, so that a product must not come
  /// nearer to a sum than it was (docs/rationale/same-bits.md).
  bool mayFuse = true;
  /// Leaves in no loop whose calls are written out, too: they may be levels
  /// beside other work (CallsBeside.h).
  std::set<ir::NodeId> levels = {};
  /// Branches whose conditions become statements in front (ConditionTasks.h),
  /// where no loop around can be cut.
  std::set<ir::NodeId> conditions = {};
};

Inlining inlineCalls(const ir::Program &program,
                     const analysis::Effects &effects,
                     const std::vector<polyhedral::LoopVerdict> &verdicts,
                     const InliningOptions &options);

/// Calls in counted loops, of functions with counted loops, which may be one
/// nest then that has a better order (transformation). \param isWanted says
/// which of them
Inlining
inlineNestCalls(const ir::Program &program, const analysis::Effects &effects,
                const InliningOptions &options,
                const std::function<bool(const ir::CallPoint &)> &isWanted);

/// Words of the statements that the new texts replace, and that run where a
/// region does not. A function of that name is called with arguments there that
/// no analysis of the new texts sees: what is known of its parameters does not
/// hold then.
std::set<std::string> wordsOfOriginals(const Inlining &inlining);

/// For each function of `after`, which was read from the inlining of `before`:
/// it ran before, and nothing runs it any more.
std::vector<char> functionsLeftOut(const ir::Program &before,
                                   const ir::Program &after);

} // namespace hocket::inlining
