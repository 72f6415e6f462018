// SPDX-License-Identifier: Apache-2.0
//
// Per-core programs: for each core its tasks in order, with waits and signals
// between them, inside the replicated control flow.
//
// Numbers. Each core counts the level instances that it enters in one counter;
// since control is replicated the counts agree on all cores. A task signals the
// number of its level's current instance. A wait for a task of the same
// instance waits for that number, a wait across the loop for the number of the
// previous one, and only if there was one since the loop was entered: what came
// before the loop is ordered by the level outside.
#pragma once

#include "codegen/frame/BodyNames.h"
#include "power/prices/ChoosePrices.h"
#include "taskgraph/RegionPlan.h"

#include <string>

namespace hocket::codegen {

/// Flags, per-core programs, and the region's record, as C at file scope.
/// \param points of the region; null: clocks are not planned
std::string emitCorePrograms(const RegionContext &c,
                             const taskgraph::RegionPlan &plan,
                             const power::PricedPart *points);

} // namespace hocket::codegen
