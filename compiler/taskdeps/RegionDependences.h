// SPDX-License-Identifier: Apache-2.0
//
// Dependences among the leaves of a region: which must wait for which.
//
// A region is a tree whose inner nodes are sequential loops, branches and
// blocks that every core runs for itself, and whose leaves are units of work.
// Leaves are listed in order of text. For each ordered pair (from, to) with a
// conflict between an instance of `from` and a *later* instance of `to` in the
// sequential order, one TaskDependence says at which levels that happens.
//
// Needs: Program, Effects, verdicts of the chunked loops. Promises: every pair
// of conflicting accesses is covered; private copies, replicated objects and
// reduction objects within chunks do not conflict. Over budget: all levels set,
// full chunk relation.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "taskdeps/RegionShape.h"
#include "taskdeps/TaskDependence.h"
#include "verdict/LoopVerdict.h"

#include <vector>

namespace hocket::polyhedral {

struct KnownPairs;

/// \param verdicts as classifyLoops gave them.
/// \param strictAliasing types tell accesses apart; false is always sound.
/// \param known of a region of the same program and verdicts, or null: pairs of
/// tasks that stayed as they were are not asked about again. What is known of
/// this region takes its place.
std::vector<TaskDependence> computeRegionDependences(
    const ProgramIndex &index, const std::vector<LoopVerdict> &verdicts,
    const RegionShape &region, unsigned long islBudget,
    bool strictAliasing = false, KnownPairs *known = nullptr);

} // namespace hocket::polyhedral
