// SPDX-License-Identifier: Apache-2.0
//
// Loops in processor groups, cut to the size of their group.
//
// Loops are cut into a chunk for each core of the region before anybody knows
// which group of cores runs them: three cores have two, one and one of four
// chunks, and the loop takes as long as on two. So once regions are planned,
// their cores are divided as if each loop were cut for its group; loops whose
// chunks these groups cannot share evenly get one chunk for each core of
// theirs, and the regions are planned once more.
//
// Needs: planned regions. Promises: each loop is named with one number, at
// least 2.
#pragma once

#include "planning/Context.h"

#include <map>
#include <vector>

namespace hocket::planning {

/// By loop, the cores that it should have a chunk for each of.
using GroupSizes = std::map<ir::NodeId, unsigned>;

/// Of the region, for the groups that it would have if all loops were cut for
/// theirs; empty where its loops are cut well.
GroupSizes groupSizes(const Context &context, const PlannedRegion &r);

/// Takes those out of `sizes`, by which `with` is planned, that do not make
/// their region shorter than it is in `regions`. \returns whether all stay
bool keepWhatIsShorter(const std::vector<PlannedRegion> &regions,
                       const std::vector<PlannedRegion> &with,
                       GroupSizes &sizes);

} // namespace hocket::planning
