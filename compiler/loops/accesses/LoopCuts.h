// SPDX-License-Identifier: Apache-2.0
//
// Peeling and index-set splitting: where to cut the iterations of a loop so
// that a dependence goes from one part to another, but not within a part.
//
// `a[i] = a[0] + 1` needs its first iteration peeled, `a[i] = a[n - 1 - i]` to
// be cut where the dependence turns round, in the middle (crossing threshold;
// Allen and Kennedy 2001, ch. 5.7), `a[i] = a[k] + 1` at iteration k. A few
// such cuts are tried on the set of conflicting instances.
#pragma once

#include "symbolic/AffineModel.h"
#include "verdict/LoopVerdict.h"

#include <vector>

namespace hocket::polyhedral {

/// In the order in which to try them: other dependences may be in the way of
/// each.
/// \param conflict pairs of instances, named by kFirst and kSecond, that the
/// parts must separate; not empty. \param loop the model's root.
std::vector<LoopCut> findCuts(AffineModel &model, ir::NodeId loop,
                              const isl::set &conflict);

} // namespace hocket::polyhedral
