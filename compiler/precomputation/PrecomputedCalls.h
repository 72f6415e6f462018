// SPDX-License-Identifier: Apache-2.0
//
// Calls that a copy of the process may make ahead, and whose answers the
// program takes (runtime: docs/runtime/precomputation.md).
//
// Needs: a program with its effects. Promises, for a function in one of its
// loops: while the loop runs, what a call does is decided by the arguments, the
// bytes at its key places, and memory that the loop does not change; and all
// that a call leaves is its result, what is at its answer places, and what has
// been added to its sums. Whether the calls can be foreseen, and whether that
// pays, is found out as the program runs. Plain data.
//
// The idea. Much of what a loop does may be in calls that depend on nothing
// before, though the loop as a whole has to keep its order: a score is
// computed, and goes into a list of the best; a line is matched, and counted in
// a table that grows (Collins and others, "Speculative precomputation", ISCA
// 2001; Michie, "Memo functions and machine learning", Nature 1968).
#pragma once

#include "analysis/Effects.h"
#include "precomputation/Place.h"

#include <vector>

namespace hocket::precomputation {

struct PrecomputedFunction {
  ir::FunctionId function = ir::FunctionId::None;
  std::vector<Place> places;
};

struct PrecomputedLoop {
  ir::NodeId loop = ir::NodeId::None;
  std::vector<ir::FunctionId> functions;
};

struct PrecomputedCalls {
  std::vector<PrecomputedFunction> functions; ///< in order of id
  std::vector<PrecomputedLoop> loops;         ///< outer ones before inner ones
};

struct PrecomputationOptions {
  bool mayFuse = false;       ///< products into sums
  bool strictAliasing = true; ///< accesses through different types do not meet
  bool always = false;        ///< for tests: however little a call does
};

/// \param taken texts in other hands, in which nothing is watched, and
/// functions that tasks call. \param unseen text that may take the place of
/// what the program says: what it names is not called ahead
PrecomputedCalls findPrecomputedCalls(const ir::Program &program,
                                      const analysis::Effects &effects,
                                      const std::vector<ir::TextRange> &taken,
                                      const std::vector<std::string> &unseen,
                                      const PrecomputationOptions &options);

} // namespace hocket::precomputation
