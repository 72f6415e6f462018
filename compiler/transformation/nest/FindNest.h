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

/// Which products does the compiler fuse into sums?
enum class Fusing : uint8_t {
  None,
  ByText,  ///< those that the text has in one expression, whatever the loops
  ByOrder, ///< that depends on the order of loops
};

struct NestOptions {
  Fusing fusing = Fusing::None;
  /// Values may have more bits than their types, until they are stored.
  bool hasExcess = false;
  /// Branches may be guards; else they are statements like others.
  bool mayHaveGuards = true;
};

/// The nest below a loop, or why it is none.
struct FoundNest {
  std::optional<Nest> nest;
  std::string why;        ///< for people; empty: nothing to gain in any order
  bool hasGuards = false; ///< without them there may be one
};

FoundNest findNest(const polyhedral::ProgramIndex &index, ir::NodeId root,
                   const NestOptions &options);

/// Why the statement cannot be moved in any nest, as it does more than its
/// accesses say, for people; empty: it can.
std::string whyFixed(const polyhedral::ProgramIndex &index, ir::StmtId stmt);

} // namespace hocket::transformation
