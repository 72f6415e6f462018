// SPDX-License-Identifier: Apache-2.0
//
// Which trip counts are known when a region is entered, so that the emitted
// program can test them there.
#pragma once

#include "analysis/Effects.h"
#include "taskgraph/Region.h"

namespace hocket::taskgraph {

/// True if the loop's bounds can be evaluated before the region and have the
/// same value whenever the loop starts inside it. The loop is inside the region.
bool tripsKnownOnEntry(const ir::Program &program,
                       const analysis::Effects &effects, const Region &region,
                       ir::NodeId loop);

} // namespace hocket::taskgraph
