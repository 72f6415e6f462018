// SPDX-License-Identifier: Apache-2.0
//
// What has to be known of a region and its chip to say what its tasks do to
// memory that caches keep (CollectMemory.h). Plain data.
#pragma once

#include "ir/Program.h"

#include <set>

namespace hocket::polyhedral {

struct MemoryRequest {
  unsigned lineBytes = 64;
  unsigned long islBudget = 0; ///< operations; 0: no limit
  bool strictAliasing = false;
  /// In the region's frame, which no cache keeps; sorted as sets are.
  std::set<ir::ObjectId> uncached;
  /// The region's programs can name these.
  std::set<ir::ObjectId> named;
  /// The region's entry can, too.
  std::set<ir::ObjectId> visible;
};

} // namespace hocket::polyhedral
