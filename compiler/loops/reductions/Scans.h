// SPDX-License-Identifier: Apache-2.0
//
// Running totals: `s += a[i]; b[i] = s;`, whose value the loop uses on the way.
//
// Two passes over the iterations (Ladner and Fischer, "Parallel prefix
// computation", 1980): first each chunk adds up its part, then the chunks'
// starting values follow, then each chunk runs as it stands from its own. The
// first pass runs a slice of the loop's body: the statements that update the
// totals and those that compute what they need. It changes no memory, so it
// sees what the second pass will see, if what it reads is not written in the
// loop before it is read. Exact for the operations that are exact in any order.
#pragma once

#include "symbolic/AffineModel.h"
#include "verdict/LoopVerdict.h"

#include <optional>
#include <set>
#include <vector>

namespace hocket::polyhedral {

/// The object as a running total: all that writes it are updates with one
/// operator, none of them logical; reads are free.
std::optional<ReductionObject> findTotal(AffineModel &model,
                                         ir::ObjectId object);

/// Children of the loop's body that the first pass needs, in order; nothing if
/// they cannot be run by themselves.
/// \param own objects that each chunk has for itself.
std::optional<std::vector<ir::NodeId>>
firstPass(AffineModel &model, const std::vector<ReductionObject> &totals,
          const std::set<ir::ObjectId> &own);

} // namespace hocket::polyhedral
