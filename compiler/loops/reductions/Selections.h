// SPDX-License-Identifier: Apache-2.0
//
// The extreme of a loop and where it was (argmin, argmax).
//
// A chunk selects from the value on entry onwards. Let b be that value and b'
// the best of all chunks before, which is b or beyond it. If the chunk's
// selection m is beyond b', it is what the sequential loop, coming with b',
// would have selected there: the first (with `<=` the last) of the chunk's
// extremes, for all that is beyond b' is beyond b. If it is not, no value of
// the chunk is beyond b', and the sequential loop would have selected nothing.
// So taking the chunks' selections in order, by the loop's own comparison,
// gives its result; NaN never compares true, in both. Only comparisons are
// made, so this is exact for floating point too.
//
// A target may be a place in memory, `if (x > *max) { *max = x; *at = i; }`,
// whose address is the same in each iteration: then chunks have their own in
// its place, like those of a reduction (MemoryReductions.h), also where a
// called function does it.
#pragma once

#include "loops/context/LoopOptions.h"
#include "loops/reductions/MemoryReductions.h"
#include "symbolic/AffineModel.h"
#include "verdict/LoopVerdict.h"

#include <set>
#include <vector>

namespace hocket::polyhedral {

struct FoundSelection {
  SelectionObject object;
  /// Its places in memory, for comparing them with the loop's other accesses.
  std::vector<MemoryReduction> places;
};

/// Selections whose variables nothing else in the model's root, a loop, names.
/// That they are not reached otherwise, and that nothing else touches the
/// places in memory, is for the caller to check.
/// \param own what each iteration has for itself.
std::vector<FoundSelection> findSelections(AffineModel &model,
                                           const std::set<ir::ObjectId> &own,
                                           const LoopOptions &options);

} // namespace hocket::polyhedral
