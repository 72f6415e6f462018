// SPDX-License-Identifier: Apache-2.0
//
// Blocks of the heap that no iteration of a loop finds: what it knows of them
// it has allocated itself.
//
//   for (i = 0; i < n; i++) {
//     struct buffer b = {0};           /* holds pointers to blocks ... */
//     append(&b, names[i]);            /* ... that realloc gives in here */
//     out[i] = hash(b.data, b.length);
//     free(b.data);
//   }
//
// The idea. Pointers to such a block stand only in variables that are new in
// each iteration, and in blocks of that kind. When an iteration begins, the
// former hold nothing, and so nothing leads to the latter: blocks that it
// reaches are its own (a region that is not live in, as in Tofte and Talpin,
// "Region-based memory management", 1997). Lists, trees and tables that an
// iteration builds and drops are its own, however they are linked.
#pragma once

#include "loops/legality/Scalars.h"

#include <set>

namespace hocket::polyhedral {

/// Heap objects of which iterations of the loop never reach the same block.
/// \param scalars what is known of the loop's variables
std::set<ir::ObjectId> heapsOfIterations(const LoopContext &context,
                                         const ScalarEvidence &scalars);

} // namespace hocket::polyhedral
