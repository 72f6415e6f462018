// SPDX-License-Identifier: Apache-2.0
//
// Which trip counts are known when a region is entered, so that the emitted
// program can test them there.
#pragma once

#include "analysis/Effects.h"
#include "taskgraph/Region.h"

namespace hocket::taskgraph {

/// True if `node` runs whenever the children of `block` from `first` on do:
/// what it evaluates may be evaluated before them, as far as faults go.
bool runsOnEntry(const ir::Program &program, const analysis::Effects &effects,
                 ir::NodeId block, uint32_t first, ir::NodeId node);

/// Consecutive children of a block.
struct ChildRun {
  ir::NodeId block = ir::NodeId::None;
  uint32_t first = 0, last = 0; ///< inclusive
};

/// True if the variable, though it changes in the run, has the value from
/// before the run when `loop`, in the run, starts: nothing but the loop itself
/// and what comes after it moves the variable, and the loop starts only once.
bool holdsEntryValue(const ir::Program &program, const ChildRun &run,
                     ir::NodeId loop, ir::ObjectId object);

/// True if the loop's bounds can be evaluated before the region and have the
/// same value whenever the loop starts inside it. The loop is inside the
/// region.
bool tripsKnownOnEntry(const ir::Program &program,
                       const analysis::Effects &effects, const Region &region,
                       ir::NodeId loop);

} // namespace hocket::taskgraph
