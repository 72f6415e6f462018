// SPDX-License-Identifier: Apache-2.0
//
// Blocks of the heap that no iteration of a loop finds: what it knows of them
// it has allocated itself (analysis/IterationObjects.h).
#pragma once

#include "loops/legality/Scalars.h"

#include <set>

namespace hocket::polyhedral {

/// Heap objects of which iterations of the loop never reach the same block.
/// \param scalars what is known of the loop's variables
std::set<ir::ObjectId> heapsOfIterations(const LoopContext &context,
                                         const ScalarEvidence &scalars);

} // namespace hocket::polyhedral
