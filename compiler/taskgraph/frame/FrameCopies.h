// SPDX-License-Identifier: Apache-2.0
//
// Which variables of the function are copied where a region begins, and which
// again where a task begins.
//
// Tasks run in functions of their own and reach the user's variables through
// the frame. Were the frame to hold the address of a struct, a compiler would
// have to keep it in memory from then on, also in the sequential version, and
// to load its members again after each store through a `char *`. So a variable
// that nothing leads to but its name moves into the frame while the region
// runs; and a task that works on it alone, or on values that stay, has a copy
// among its own variables.
//
// Needs: a Region with its levels, and the dependences of its leaves. Promises:
// while the region runs nothing but the names that are given another meaning
// leads to a moved variable; a task's copy is read and written like the
// variable itself, as far as anybody can tell.
#pragma once

#include "taskgraph/Region.h"
#include "taskgraph/RegionFacts.h"

namespace hocket::taskgraph {

/// Fills Region::moved and MacroTask::copies.
void chooseCopies(const RegionFacts &facts, TaskGraph &graph);

} // namespace hocket::taskgraph
