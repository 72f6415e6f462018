// SPDX-License-Identifier: Apache-2.0
//
// Updates that have to be made in order, as sums of floating-point numbers, but
// whose values can be found out in any order.
//
// A core that runs a block of iterations writes the values of the updates to a
// log instead of making them; when all blocks before have been made, it makes
// its own. So the operations on the target are those of the sequential loop,
// one by one and in its order, and nothing is regrouped. What it takes: the
// update is one operation of the target and a value that does not need the
// target; no compiler fuses the value's last product into that operation; and
// nothing else in the loop touches the target, as for every reduction.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "loops/context/LoopOptions.h"
#include "verdict/LoopVerdict.h"

#include <optional>
#include <vector>

namespace hocket::polyhedral {

/// The reduction by a log, in a loop of these statements; nothing if its
/// updates cannot be put down.
std::optional<ReductionObject> byLog(const ProgramIndex &index,
                                     const std::vector<ir::StmtId> &stmts,
                                     ReductionObject reduction,
                                     const LoopOptions &options);

} // namespace hocket::polyhedral
