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
#pragma once

#include "polyhedral/LoopKinds.h"
#include "polyhedral/affine/AffineModel.h"

#include <vector>

namespace hocket::polyhedral {

/// Selections whose variables nothing else in the model's root, a loop, names.
/// That they are not reached otherwise is for the caller to check.
std::vector<SelectionObject> findSelections(AffineModel &model);

} // namespace hocket::polyhedral
