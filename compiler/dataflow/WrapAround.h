// SPDX-License-Identifier: Apache-2.0
//
// Variables that hand a value on to the next iteration which is known without
// the one before: `left = cur` at the end of an iteration, where `cur` is
// `a[i]`, and no iteration writes a[i]. A chunk *warms up*: it runs the
// statements that such values come from for the last few iterations before its
// first. What these leave does not depend on what was there before them.
#pragma once

#include "dataflow/ProgramIndex.h"

#include <optional>
#include <vector>

namespace hocket::polyhedral {

struct WrapAround {
  std::vector<ir::NodeId> nodes; ///< leaves of the body, in order
  unsigned depth = 1;            ///< iterations that it takes
};

/// What brings the object to its value after an iteration; nothing if it may
/// depend on all iterations before, if more than scalars by name are written on
/// the way, or if running it again might do or give anything else. That no
/// iteration writes the memory that is read is left to the caller.
std::optional<WrapAround> findWrapAround(const ProgramIndex &index,
                                         ir::NodeId loop, ir::ObjectId object);

} // namespace hocket::polyhedral
