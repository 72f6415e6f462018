// SPDX-License-Identifier: Apache-2.0
//
// For each loop: may its iterations run in any order, and what that takes.
//
// Needs: Program and Effects. Promises: verdict/LoopVerdict.h says what holds
// of each kind. What is not proved, or costs more than the isl budget, is
// Sequential with a remark.
#pragma once

#include "analysis/Effects.h"
#include "support/Policy.h"
#include "verdict/LoopVerdict.h"

#include <vector>

namespace hocket::polyhedral {

class ProgramIndex;

struct LoopOptions {
  bool mayReassociate = false; ///< -ffast-math, -fassociative-math
  unsigned long islBudget = policy.isl.loop; ///< for each loop
  /// Values may be taken to stay in their types, if the entry tests that.
  bool mayAssumeRanges = false;
  /// Places that a loop inside moves along by data are bounded (cursors/).
  bool followsCursors = false;
  /// Accesses through different types do not meet; false with
  /// -fno-strict-aliasing.
  bool strictAliasing = true;
  /// A search may read bytes behind its end that are there, whatever object
  /// they belong to, if the entry finds them readable.
  bool mayReadAhead = false;
  /// Selections may assign places in memory.
  bool selectsPlaces = true;
  /// Pointers that were assigned before the loop are what they were given.
  bool followsPointers = false;
};

/// One verdict for each Loop node of the program, in order of node id.
std::vector<LoopVerdict> classifyLoops(const ir::Program &program,
                                       const analysis::Effects &effects,
                                       const LoopOptions &options);

/// The verdict on one loop, whatever else the program does.
LoopVerdict classifyLoop(const ProgramIndex &index, ir::NodeId loop,
                         const LoopOptions &options);

} // namespace hocket::polyhedral
