// SPDX-License-Identifier: Apache-2.0
//
// Regions in which nothing can overlap. Calls that all touch the same memory
// are tasks that wait for each other, one after the other: such a region takes
// as long as the sequential code whatever its tasks cost, so nobody needs to
// find out what they cost.
#pragma once

#include "taskgraph/Region.h"

namespace hocket::taskgraph {

/// True if each task of the region has to wait for the one before it in order
/// of text, and the first of a loop's body for the last of the iteration
/// before. False for a region with chunks, and whenever it is not plain to see.
bool isTotallyOrdered(const TaskGraph &graph);

} // namespace hocket::taskgraph
