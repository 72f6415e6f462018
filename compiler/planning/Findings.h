// SPDX-License-Identifier: Apache-2.0
//
// What the rounds of planning have found out so far: what the next one is to do
// without, and what the user is told about it.
//
// Needs: nothing. Promises: findings are only added, so the rounds end;
// `isChanged` says whether this round added any that the next one obeys.
#pragma once

#include "planning/PlannedProgram.h"
#include "taskgraph/FormRegions.h"

namespace hocket::planning {

struct Findings {
  taskgraph::RegionOptions request; ///< what forming regions obeys
  Refusals refusals;                ///< what is told
  bool isChanged = false;           ///< in this round
};

/// The loop or call is not worth tasks of its own.
/// \returns whether that is new
bool leaveSequential(ir::NodeId node, const TooLittle &why, Findings &findings);

/// Cores are not to follow the loop together. \returns whether that is new
bool leaveUnguarded(ir::NodeId loop, Findings &findings);

/// The loop is not worth overlapping. \returns whether that is new
bool leaveUnoverlapped(ir::NodeId loop, const TooLittle &why,
                       Findings &findings);

/// No region is to have the node, a part of `region`, inside, nor what is
/// around it there: a loop in it may be tried. \returns whether that is new
bool keepOutside(const ir::Program &program, const taskgraph::Region &region,
                 ir::NodeId node, Findings &findings);

/// No region is to be in the loop: it may be tried. \returns whether that is
/// new
bool leaveToTrials(ir::NodeId loop, Findings &findings);

/// The region's run of siblings is not to be one again; parts of it may.
/// \returns whether that is new
bool noRegionAgain(const ir::Program &program, const taskgraph::Region &region,
                   Findings &findings);

} // namespace hocket::planning
