// SPDX-License-Identifier: Apache-2.0
//
// What a task does to the copies that each core has of replicated scalars.
#pragma once

#include "taskgraph/Region.h"

#include <set>
#include <vector>

namespace hocket::taskgraph {

struct CopyUse {
  std::set<ir::ObjectId> reads; ///< also where it only may
  std::set<ir::ObjectId> sets;  ///< surely, and without reading them
};

/// By task: of it alone, on the core that runs it.
std::vector<CopyUse> copyUses(const ir::Program &program, const Region &region);

} // namespace hocket::taskgraph
