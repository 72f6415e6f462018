// SPDX-License-Identifier: Apache-2.0
//
// Which loops are a nest whose units may be put into another order, as far as
// their text and their effects go. What their accesses say is in NestModel.h.
#pragma once

#include "dataflow/ProgramIndex.h"
#include "transformation/nest/Nest.h"

#include <optional>
#include <string>

namespace hocket::transformation {

struct NestOptions {
  /// Products may be fused into sums, on the machine that is compiled for: the
  /// order of loops decides which.
  bool mayFuse = false;
  /// Values may have more bits than their types, until they are stored.
  bool hasExcess = false;
};

/// The nest below a loop, or why it is none.
struct FoundNest {
  std::optional<Nest> nest;
  std::string why; ///< for people; empty: nothing to gain in any order
};

FoundNest findNest(const polyhedral::ProgramIndex &index, ir::NodeId root,
                   const NestOptions &options);

} // namespace hocket::transformation
