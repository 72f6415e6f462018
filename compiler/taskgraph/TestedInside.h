// SPDX-License-Identifier: Apache-2.0
//
// Loops that are parallel if ranges of bytes do not meet, in a region in which
// the pointers or bounds change: `old = best[from]; row = best[1 - from];`, or
// two that change places. No test on entry can tell.
//
// Each chunk makes the test when it begins. All chunks of one run of the loop
// find the same, for they name the same variables, which whoever writes them
// waits for all of them. Where the test fails the first chunk runs the loop as
// it is and the others do nothing. So any chunk may touch what any other does,
// and other leaves wait for all.
#pragma once

#include "taskgraph/RegionFacts.h"

namespace hocket::taskgraph {

/// The chunks of a parallel loop can make its tests for themselves, of what
/// they name anyway, and the first can run it as it is.
bool isTestableInside(const RegionFacts &facts, ir::NodeId loop);

} // namespace hocket::taskgraph
