// SPDX-License-Identifier: Apache-2.0
//
// The entry of a region in the user's function: the test whether to run in
// parallel, the frame filled and read back, and the sequential version.
#pragma once

#include "codegen/frame/BodyNames.h"
#include "taskgraph/RegionPlan.h"

#include <string>
#include <vector>

namespace hocket::codegen {

/// What the region's net knows, a line of its own; empty if it has none. Stands
/// before the user's function.
std::string emitNet(const RegionContext &c, const taskgraph::EntryCost &cost);

/// What replaces the region's text in the user's function.
std::string emitEntry(const RegionContext &c, const taskgraph::EntryCost &cost);

} // namespace hocket::codegen
