// SPDX-License-Identifier: Apache-2.0
//
// All pairs of accesses of a loop of which one writes: as they are, and if that
// fails with copies of the arrays that the loop only accumulates into.
#pragma once

#include "loops/accesses/AccessAnalysis.h"

#include <utility>
#include <vector>

namespace hocket::polyhedral {

/// What became of the pairs.
struct AccessOutcome {
  /// Empty: chunks may run at the same time with what was found.
  Refused refused = {};
  AccessEvidence found = {};
  /// Of the first dependence that has any, also if it was got rid of.
  std::vector<LoopCut> cuts = {};
  bool wantsMonotonic = false; ///< as in AccessAnalysis
  /// The pair found against the loop; empty if it was not a pair.
  std::vector<std::pair<ir::StmtId, analysis::EffectItem>> failed = {};
};

AccessOutcome classifyAccesses(const LoopContext &context,
                               const ScalarEvidence &scalars);

} // namespace hocket::polyhedral
