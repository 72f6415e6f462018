// SPDX-License-Identifier: Apache-2.0
//
// Which loops and branches of a region some of its cores may leave out.
//
// Every core follows the control of a region for itself, with a copy of each
// replicated scalar. A core that leaves out a compound item does not see what
// the item's statements assign: its copies are out of date from there on, until
// a statement that it does run assigns them anew. So it may leave the item out
// if nothing outside the item reads such a copy; a loop counter is the usual
// case, assigned by the item alone or set again before each use. What the
// function behind the region may read is left by a core of the group.
//
// Needs: a region that verify() accepts. Promises: the answer holds whichever
// cores leave the item out, and whatever other items that it names are left out
// as well (CheckCopies.h proves it once more, of the plan there is).
#pragma once

#include "taskgraph/Region.h"

#include <cstdint>
#include <set>
#include <utility>

namespace hocket::taskgraph {

/// A compound item: its level, and its position there.
using ItemPlace = std::pair<LevelIndex, uint32_t>;

std::set<ItemPlace> itemsThatMayBeLeftOut(const ir::Program &program,
                                          const Region &region);

} // namespace hocket::taskgraph
