// SPDX-License-Identifier: Apache-2.0
//
// What of one round's regions does not pay.
//
// Needs: planned regions, weighed. Promises: all that does not pay is named in
// the findings; a region is looked at as a whole only when all in it pays.
#pragma once

#include "planning/Context.h"
#include "planning/Findings.h"

#include <set>
#include <vector>

namespace hocket::planning {

/// Adds what the next round is to do without.
void refuseWhatDoesNotPay(const Context &context,
                          const std::vector<PlannedRegion> &regions,
                          Findings &findings);

/// After the last round: what it still found.
void dropWhatDoesNotPay(std::vector<PlannedRegion> &regions);

/// A region entered from inside another runs sequentially: where a function is
/// called from regions only, its own regions cost their tests and bring
/// nothing.
/// \returns the functions whose regions were dropped
std::set<ir::FunctionId> dropWhatNeverRuns(const ir::Program &program,
                                           std::vector<PlannedRegion> &regions);

} // namespace hocket::planning
